// Keeps the script for other programs at a path that stays the same over updates, beside what it needs to know of the tools.
import { randomUUID } from 'node:crypto';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { renameFile } from '#disk/moveFile.ts';
import type { McpServerEntry } from '#model/documents/agentCall.ts';

/** The part of our package.json that is needed. */
export interface ToolManifest {
  readonly version: string;
  readonly contributes: { readonly languageModelTools: readonly DeclaredTool[] };
}

interface DeclaredTool {
  readonly name: string;
  readonly modelDescription: string;
  readonly inputSchema: object;
}

const scriptName = 'bridge.mjs';

/** Whether the person has asked for the script before. */
export async function hasScript(directory: string): Promise<boolean> {
  return access(path.join(directory, scriptName)).then(
    () => true,
    () => false,
  );
}

/** Several windows may keep it at the same time. @returns how a program starts it */
export async function keepScript(
  directory: string,
  built: string,
  manifest: ToolManifest,
): Promise<McpServerEntry> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await keep(path.join(directory, 'tools.json'), JSON.stringify(describeTools(manifest)));
  const script = path.join(directory, scriptName);
  await keep(script, await readFile(built, 'utf8'));
  // Electron is Node only where it is told so.
  const env = process.versions['electron'] === undefined ? {} : { env: { ELECTRON_RUN_AS_NODE: '1' } };
  return { command: process.execPath, args: [script], ...env };
}

async function keep(file: string, text: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => undefined)) === text) return;
  const part = `${file}.${randomUUID()}.part`;
  await writeFile(part, text, { mode: 0o600 });
  await renameFile(part, file);
}

/** As MCP has them. */
export function describeTools({ version, contributes }: ToolManifest) {
  const tools = contributes.languageModelTools.map(({ name, modelDescription, inputSchema }) => ({
    name: name.replace(/^cohortDeck_/, ''),
    description: modelDescription,
    inputSchema,
    annotations: annotationsOf(name.replace(/^cohortDeck_/, '')),
  }));
  return { version, tools };
}

const changing: readonly string[] = ['create_cohort', 'edit_filters', 'edit_record', 'undo_change'];

function annotationsOf(name: string) {
  const readOnlyHint = !changing.includes(name);
  return { readOnlyHint, destructiveHint: !readOnlyHint && name !== 'create_cohort', openWorldHint: true };
}
