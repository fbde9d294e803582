// The one interface through which the page asks anything: a server answers, or a worker with the WebAssembly module.

import type { Failure, JobEvent, Methods } from './types';

export type MethodName = keyof Methods;
export type Request<M extends MethodName> = Methods[M]['request'];
export type Answer<M extends MethodName> = Methods[M]['answer'];

/** A request that could not be met. */
export class ServiceError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Work that goes on for some time. */
export interface Job<M extends MethodName> {
  /** By which a page finds it again after a reload; null if it ends with the page. */
  readonly id: Promise<string | null>;
  readonly answer: Promise<Answer<M>>;
  stop(): void;
}

/** Where texts are kept. */
export interface Files {
  /** What the folder is called. */
  readonly place: string;
  list(): Promise<FileEntry[]>;
  read(path: string): Promise<StoredText>;
  write(path: string, text: string): Promise<void>;
  /** Keeps a text that is not saved yet; where there are no drafts, texts are saved at once. */
  draft?(path: string, text: string): Promise<void>;
  remove(path: string): Promise<void>;
  rename(path: string, to: string): Promise<void>;
}

export interface StoredText {
  text: string;
  /** What was written since, and is not saved yet. */
  draft: string | null;
}

export interface FileEntry {
  path: string;
  isModel: boolean;
}

export interface Service {
  readonly kind: 'server' | 'browser';
  readonly files: Files;
  /** Asks for something that is answered at once. */
  ask<M extends MethodName>(method: M, request: Request<M>): Promise<Answer<M>>;
  /** Starts work and tells its news. */
  start<M extends MethodName>(method: M, request: Request<M>, listen: (event: JobEvent) => void): Job<M>;
  /** Work that was started before the page was loaded again and still goes on, or ended meanwhile. */
  resume<M extends MethodName>(method: M, id: string, listen: (event: JobEvent) => void): Job<M> | null;
}
