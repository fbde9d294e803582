// VS Code as a user sees it: keys, commands, editors, panels.

import { mkdirSync } from "node:fs";
import * as path from "node:path";
import { chromium, type Browser, type Frame, type Locator, type Page } from "playwright-core";

/** How long anything may take, in milliseconds: other work may keep the machine busy. */
export const PATIENCE = Number(process.env["PATIENCE"] ?? 60_000);

/** How long one attempt to open the quick input may take: a view that takes the focus is no reason to wait for long. */
const ATTEMPT = PATIENCE / 6;

/** Where the mouse waits: tips appear under it, and would lie over lists. */
const ASIDE = [680, 835] as const;

export async function browse(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
}

export class Workbench {
  /** What went wrong in the pages of the extension. */
  readonly errors: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly pictures: string,
  ) {}

  /** A window on a folder, without anything that an earlier one has left. */
  static async open(browser: Browser, url: string, folder: string, pictures: string): Promise<Workbench> {
    mkdirSync(pictures, { recursive: true });
    const context = await browser.newContext({ viewport: { width: 1360, height: 840 } });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const workbench = new Workbench(page, pictures);
    page.on("console", (message) => {
      if (message.type() === "error" && message.text().includes("Content Security Policy")) {
        workbench.errors.push(message.text());
      }
    });
    await page.goto(`${url}/?folder=${encodeURIComponent(folder)}`);
    await page.locator(".monaco-workbench .explorer-folders-view .monaco-list-row").first().waitFor();
    // Tips come late on a busy machine, and then lie over what is to be clicked.
    await page.addStyleTag({ content: ".context-view:has(.hover-contents) { pointer-events: none !important; }" });
    return workbench;
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }

  /** Keeps a picture of the window, or of a part. */
  async picture(name: string, part?: Locator): Promise<void> {
    const file = path.join(this.pictures, `${name}.png`);
    await (part ?? this.page).screenshot({ path: file });
  }

  async keys(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
    }
  }

  /** Types a text slowly enough for suggestions to follow. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text, { delay: 15 });
  }

  /** Opens the quick input by a key, fills it, and takes an entry; once more where another view took the focus. */
  private async quickInput(key: string, text: string, take: (rows: Locator) => Promise<void>): Promise<void> {
    const rows = this.page.locator(".quick-input-list .monaco-list-row");
    for (let tried = 0; ; tried += 1) {
      try {
        await this.page.mouse.move(...ASIDE);
        await this.keys(key);
        await this.page.locator(".quick-input-widget input[type=text]").first().fill(text, { timeout: ATTEMPT });
        await take(rows);
        return;
      } catch (error) {
        if (tried === 5) {
          throw error;
        }
        await this.keys("Escape");
      }
    }
  }

  /** Runs a command by its title. */
  async command(title: string): Promise<void> {
    await this.quickInput("F1", `>${title}`, async (rows) => rows.getByText(title, { exact: true }).first().click({ timeout: ATTEMPT }));
    await this.page.mouse.move(...ASIDE);
  }

  /** Chooses an entry of the list that is open. */
  async choose(text: string): Promise<void> {
    const row = this.page.locator(".quick-input-list .monaco-list-row").filter({ hasText: text }).first();
    await row.waitFor();
    await row.click();
  }

  /** Opens a file of the folder in an editor. */
  async openFile(name: string): Promise<void> {
    await this.quickInput("Control+P", name, async (rows) => rows.filter({ hasText: name }).first().click({ timeout: ATTEMPT }));
    await this.page.locator(".tab.active").filter({ hasText: name }).waitFor();
    await this.editor.locator(".view-line").first().waitFor();
  }

  get editor(): Locator {
    return this.page.locator(".editor-group-container.active .editor-instance .monaco-editor").first();
  }

  /** Waits until a text is seen anywhere in the window. */
  async see(text: string | RegExp, within: Locator = this.page.locator("body")): Promise<Locator> {
    const found = within.getByText(text).locator("visible=true").first();
    await found.waitFor();
    return found;
  }

  /** The document of a web view in which something is shown. */
  async webview(marked: string): Promise<Frame> {
    const until = Date.now() + PATIENCE;
    while (Date.now() < until) {
      for (const frame of this.page.frames()) {
        if ((await frame.locator(marked).count().catch(() => 0)) > 0) {
          return frame;
        }
      }
      await this.page.waitForTimeout(100);
    }
    throw new Error(`No web view shows ${marked}.`);
  }

  /** Clicks a part of the window until it has the focus, and has kept it for a while. */
  async focus(part: Locator, focused: Locator): Promise<void> {
    let kept = 0;
    await this.until(async () => {
      kept = (await focused.count()) > 0 ? kept + 1 : 0;
      if (kept === 0) {
        await part.click();
      }
      return kept > 10;
    });
  }

  /** Waits until a text is seen in the terminal that is shown. */
  async terminal(seen: RegExp): Promise<void> {
    const rows = this.page.locator(".terminal-wrapper.active .xterm-rows");
    await rows.getByText(seen).first().waitFor();
  }

  /** Puts the cursor where a text begins, in the active editor. */
  async find(text: string): Promise<void> {
    await this.editor.click();
    await this.keys("Control+Home", "Control+F");
    const input = this.page.locator(".find-widget.visible textarea").first();
    await input.fill(text);
    await this.keys("Enter", "Escape");
  }

  /** Waits for something that is not seen in the window. */
  async until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    for (const end = Date.now() + PATIENCE; !(await isSo()); ) {
      if (Date.now() > end) {
        throw new Error("It did not happen.");
      }
      await this.page.waitForTimeout(100);
    }
  }

  /** Waits until the server has read the model, which lenses tell. */
  async ready(): Promise<void> {
    await this.editor.locator(".view-line").first().click();
    await this.keys("Control+End");
    await this.page.locator(".codelens-decoration a").filter({ hasText: "check" }).first().waitFor();
    await this.keys("Control+Home");
  }

  /** Goes to the editor of a file that is open. */
  async focusModel(name: string): Promise<void> {
    await this.page.locator(".tab").filter({ hasText: name }).first().click();
  }
}
