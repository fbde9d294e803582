// Questions about a property that are no check: for any number of agents, and how likely. Work goes on while one looks elsewhere, and
// what is found stays.

import type { JobEvent } from '../api/types';
import { ServiceError, type Answer, type Job, type Request, type Service } from '../api/service';
import type { Store } from '../lib/storage';

/** What is known of a question. */
export interface Work<Found, News> {
  found: Found | null;
  news: News[];
  problem: string;
  isRunning: boolean;
  /** The version of the text that was asked. */
  version: string;
}

/** So much news is kept. */
const MOST_NEWS = 400;

export class Asked<M extends 'cutoff' | 'estimate', Found, News> {
  /** By the names of properties. */
  works = $state.raw<Record<string, Work<Found, News>>>({});
  private readonly jobs = new Map<string, Job<M>>();
  private path = '';

  constructor(
    private readonly service: Service,
    private readonly store: Store,
    private readonly method: M,
    private readonly foundIn: (answer: Answer<M>) => Found | null,
    private readonly newsIn: (event: JobEvent) => News | null,
  ) {}

  /** Takes up what is known about a file; work on the one before ends. */
  async open(path: string): Promise<void> {
    for (const name of this.jobs.keys()) this.stop(name);
    this.path = path;
    this.works = {};
    const known = (await this.store.get<Record<string, Work<Found, News>>>(`${this.method}:${path}`)) ?? {};
    if (this.path === path) this.works = { ...known, ...this.works };
  }

  async start(name: string, version: string, request: Request<M>): Promise<void> {
    this.stop(name);
    const { path } = this;
    const isCurrent = () => this.path === path && this.jobs.get(name) === job;
    const job: Job<M> = this.service.start(this.method, request, (event) => {
      const news = this.newsIn(event);
      if (news !== null && isCurrent()) this.change(name, (work) => ({ ...work, news: [...work.news, news].slice(-MOST_NEWS) }));
    });
    this.jobs.set(name, job);
    this.works = { ...this.works, [name]: { found: null, news: [], problem: '', isRunning: true, version } };
    try {
      const found = this.foundIn(await job.answer);
      if (isCurrent()) this.change(name, (work) => ({ ...work, found }));
    } catch (error) {
      const isStopped = error instanceof ServiceError && error.failure.kind === 'interrupted';
      if (isCurrent() && !isStopped) this.change(name, (work) => ({ ...work, problem: error instanceof Error ? error.message : String(error) }));
    }
    if (!isCurrent()) return;
    this.jobs.delete(name);
    this.change(name, (work) => ({ ...work, isRunning: false }));
    const finished = Object.entries(this.works).filter(([, work]) => !work.isRunning && (work.found !== null || work.news.length > 0));
    await this.store.set(`${this.method}:${path}`, Object.fromEntries(finished));
  }

  stop(name: string): void {
    this.jobs.get(name)?.stop();
  }

  private change(name: string, how: (work: Work<Found, News>) => Work<Found, News>): void {
    const work = this.works[name];
    if (work) this.works = { ...this.works, [name]: how(work) };
  }
}
