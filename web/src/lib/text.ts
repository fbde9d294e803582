// Small things about texts and figures.

/** A number with thin spaces between thousands. */
export function figure(value: number): string {
  return Math.round(value).toString().replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

export function seconds(value: number): string {
  if (value < 0.001) return '< 1 ms';
  if (value < 1) return `${Math.round(value * 1000)} ms`;
  if (value < 60) return `${value.toFixed(1)} s`;
  return `${Math.floor(value / 60)} min ${Math.round(value % 60)} s`;
}

export function bytes(value: number): string {
  if (value < 1e6) return `${Math.max(1, Math.round(value / 1e3))} kB`;
  if (value < 1e9) return `${(value / 1e6).toFixed(value < 1e7 ? 1 : 0)} MB`;
  return `${(value / 1e9).toFixed(1)} GB`;
}

/** A short name for a text: texts that are the same have the same. */
export function digest(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}

/** The offset of a line and column, both from 1 and in characters, in UTF-16 units. */
export function offsetOf(text: string, line: number, column: number): number {
  let at = 0;
  for (let number = 1; number < line; number += 1) {
    const end = text.indexOf('\n', at);
    if (end < 0) return text.length;
    at = end + 1;
  }
  const end = text.indexOf('\n', at);
  const characters = [...text.slice(at, end < 0 ? text.length : end)];
  return at + characters.slice(0, column - 1).join('').length;
}

/** Offers a text as a file. */
export function download(name: string, type: string, text: string | Blob): void {
  const url = URL.createObjectURL(typeof text === 'string' ? new Blob([text], { type }) : text);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** A name that nothing else has. Pages of plain HTTP have no `randomUUID`. */
export function freshId(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');
}
