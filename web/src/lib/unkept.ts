// What was written in the moment before a page went: storage that answers later would lose it, so it goes where writing is done at once.

const keyOf = (path: string) => `synod-unkept:${path}`;

export function putUnkept(path: string, text: string): void {
  try {
    localStorage.setItem(keyOf(path), text);
  } catch {
    // A browser that stores nothing loses the last moment.
  }
}

/** The text of a file that was left so; it is taken once. */
export function takeUnkept(path: string): string | null {
  try {
    const text = localStorage.getItem(keyOf(path));
    localStorage.removeItem(keyOf(path));
    return text;
  } catch {
    return null;
  }
}
