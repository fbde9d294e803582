// A model in the fragment of a link: compressed, and never sent to any server.

export interface Shared {
  path: string;
  text: string;
  parameters?: Record<string, number>;
  /** The property to look at. */
  property?: string;
  /** Files that the model includes. */
  files?: Record<string, string>;
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const body = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(body).arrayBuffer());
}

/** The fragment of a link, without `#`. */
export async function toFragment(shared: Shared): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream('deflate-raw'));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `model=${btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** The most that a link may unfold to. */
const MOST_BYTES = 4_000_000;

/** What a fragment holds; null if it holds no model. Whoever reads it must expect anything: links come from strangers. */
export async function fromFragment(fragment: string): Promise<Shared | null> {
  const packed = new URLSearchParams(fragment.replace(/^#/, '')).get('model');
  if (!packed) return null;
  try {
    const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const chunks: Uint8Array[] = [];
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > MOST_BYTES) {
        await reader.cancel();
        return null;
      }
      chunks.push(value);
    }
    const all = new Uint8Array(size);
    chunks.reduce((at, chunk) => (all.set(chunk, at), at + chunk.length), 0);
    return checked(JSON.parse(new TextDecoder().decode(all)));
  } catch {
    return null;
  }
}

function checked(value: unknown): Shared | null {
  if (typeof value !== 'object' || value === null) return null;
  const { path, text, parameters, property, files } = value as Record<string, unknown>;
  if (typeof path !== 'string' || typeof text !== 'string') return null;
  const numbers = entries(parameters).filter((pair): pair is [string, number] => Number.isSafeInteger(pair[1]));
  const texts = entries(files).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return {
    path: nameOf(path), text, parameters: Object.fromEntries(numbers), files: Object.fromEntries(texts.map(([name, content]) => [name.split('/').map(nameOf).join('/'), content])),
    ...(typeof property === 'string' ? { property } : {}),
  };
}

/** A name that leads nowhere else. */
function nameOf(text: string): string {
  return text.replace(/[^\w.-]+/g, '-').replace(/^[-.]+/, '').slice(0, 100) || 'shared';
}

function entries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
