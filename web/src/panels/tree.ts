// Paths as a tree of folders.

export interface Folder {
  name: string;
  path: string;
  folders: Folder[];
  files: { name: string; path: string }[];
}

export function treeOf(paths: string[]): Folder {
  const root: Folder = { name: '', path: '', folders: [], files: [] };
  for (const path of [...paths].sort((a, b) => a.localeCompare(b))) {
    const names = path.split('/');
    const name = names.pop()!;
    let folder = root;
    for (const part of names) {
      let inner = folder.folders.find((one) => one.name === part);
      if (!inner) {
        inner = { name: part, path: `${folder.path}${part}/`, folders: [], files: [] };
        folder.folders.push(inner);
      }
      folder = inner;
    }
    folder.files.push({ name, path });
  }
  return root;
}
