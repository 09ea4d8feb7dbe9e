import path from 'node:path';

/**
 * Where the files of a folder of VS Code's are kept. On Windows, VS Code gives extensions folders of the roaming profile,
 * which companies copy to servers, and a file's mode protects nothing: there, the same folder below the local profile, which
 * Windows keeps from other people. The given one if there is no local profile. The drive is in lower case, as in `fsPath`, with
 * which paths are compared.
 */
export function personalFolder(
  folder: string,
  platform: NodeJS.Platform = process.platform,
  { APPDATA: roaming, LOCALAPPDATA: local }: NodeJS.ProcessEnv = process.env,
): string {
  if (platform !== 'win32' || !roaming || !local || !path.win32.isAbsolute(local)) return folder;
  const inside = path.win32.relative(roaming, folder);
  return inside === '' || inside.startsWith('..') || path.win32.isAbsolute(inside)
    ? folder
    : path.win32.join(local, 'Cohort Deck', inside).replace(/^[A-Z]:/, (drive) => drive.toLowerCase());
}
