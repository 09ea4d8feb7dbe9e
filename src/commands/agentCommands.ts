// Commands about agents: how other programs reach the tools, and what agents did.
import * as vscode from 'vscode';
import { askPickOf, type PickItem } from '#host/input/askPick.ts';
import { askModal, showInformation, showStatus } from '#host/messages/showMessage.ts';
import { UserError } from '#host/messages/userError.ts';
import { isUnsaved, findTextDocument } from '#host/pages/tabs.ts';
import { setMember } from '#json/editValue.ts';
import { applyEdits } from '#json/formatJson.ts';
import { firstJsonError } from '#json/checkJsonObject.ts';
import { sliceMember } from '#json/jsonTree.ts';
import { isSameValue } from '#json/sameValue.ts';
import type { AgentCall, McpServerEntry } from '#model/documents/agentCall.ts';
import type { LocalHistory } from '#model/documents/localHistory.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { formatAgo, formatDateTimeWithSeconds } from '#text/formatTime.ts';
import { nameWithKind, quotedName } from '#commands/targets/recordNames.ts';

const { t } = vscode.l10n;

export interface AgentCommandDeps {
  readonly catalog: Catalog;
  readonly localHistory: () => Promise<LocalHistory>;
  /** Starts what other programs connect to. @returns how they start their side */
  readonly mcpServer: () => Promise<McpServerEntry>;
}

export function createAgentCommands(deps: AgentCommandDeps) {
  return {
    'cohortDeck.addToMcpJson': () => addToMcpJson(deps),
    'cohortDeck.copyMcpConfiguration': () => copyConfiguration(deps),
    'cohortDeck.showAgentCalls': () => showAgentCalls(deps),
  };
}

const serverName = 'cohort-deck';
const fileName = '.mcp.json';

async function copyConfiguration({ mcpServer }: AgentCommandDeps): Promise<void> {
  requireTrust();
  const text = JSON.stringify({ mcpServers: { [serverName]: await mcpServer() } }, undefined, 2);
  await vscode.env.clipboard.writeText(text);
  showStatus(t('Copied the MCP configuration. It holds no key, and paths of this machine.'), 8000, 'copy');
}

async function addToMcpJson({ mcpServer }: AgentCommandDeps): Promise<void> {
  requireTrust();
  const folder = await pickFolder();
  if (!folder) return;
  const uri = vscode.Uri.joinPath(folder.uri, fileName);
  const before = await readText(uri);
  const entry = await mcpServer();
  const after = withEntry(before, JSON.stringify(entry));
  if (after === undefined) return void showStatus(t('{0} has Cohort Deck already.', fileName), 5000);
  const add = t('Add');
  const question = t('Add Cohort Deck to {0} of “{1}”?', fileName, folder.name);
  const detail = [
    t(
      'Programs that read this file, such as Claude Code, can then call the tools of this window: {0}',
      `${entry.command} ${entry.args.join(' ')}`,
    ),
    t('The entry has paths of this machine, and no key. What else is in the file stays.'),
  ].join('\n\n');
  if ((await askModal(question, detail, add)) !== add) return;
  if ((await readText(uri)) !== before)
    throw new UserError(t('{0} was changed meanwhile. Try again.', fileName));
  await vscode.workspace.fs.writeFile(uri, Buffer.from(after));
  await vscode.commands.executeCommand('vscode.open', uri);
}

/** In Restricted Mode agents can do nothing, and this would start them. */
function requireTrust(): void {
  if (!vscode.workspace.isTrusted)
    throw new UserError(t('In Restricted Mode, agents have no access. Trust the folder first.'));
}

async function pickFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const [only, ...others] = folders;
  if (!only)
    throw new UserError(t('No folder is open. Open one, or use “Copy MCP Configuration”.'), {
      title: t('Copy MCP Configuration'),
      command: 'cohortDeck.copyMcpConfiguration',
    });
  if (others.length === 0) return only;
  const items = folders.map((value) => ({ label: value.name, description: value.uri.fsPath, value }));
  return askPickOf(items, { title: t('Add to {0}', fileName), placeholder: t('Select a folder') });
}

/** Undefined if there is no file. Throws UserError for one that an editor has unsaved. */
async function readText(uri: vscode.Uri): Promise<string | undefined> {
  if (isUnsaved(findTextDocument(uri)))
    throw new UserError(t('{0} has unsaved changes. Save it, then try again.', fileName));
  try {
    return Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('utf8');
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
}

/** The text with the entry; everything else stays. Undefined if it has the entry already. Throws UserError. */
export function withEntry(before: string | undefined, entry: string): string | undefined {
  const text = before === undefined || before.trim() === '' ? '{}' : before;
  const broken = () =>
    new UserError(
      t(
        '{0} is not valid JSON with an object “mcpServers”, so it was left as it is. Correct it, then try again.',
        fileName,
      ),
    );
  if (firstJsonError(text)) throw broken();
  const servers = sliceMember(text, 'mcpServers');
  const known = servers === undefined ? undefined : sliceMember(servers, serverName);
  if (known !== undefined && isSameValue(known, entry)) return undefined;
  const withServers = servers === undefined ? setMember(text, [], 'mcpServers', '{}') : [];
  const base = withServers && applyEdits(text, withServers);
  const edits = base === undefined ? undefined : setMember(base, ['mcpServers'], serverName, entry);
  if (base === undefined || !edits) throw broken();
  return `${applyEdits(base, edits).trimEnd()}\n`;
}

async function showAgentCalls({ catalog, localHistory }: AgentCommandDeps): Promise<void> {
  const history = await localHistory();
  const calls = history.calls();
  if (calls.length === 0) {
    void showInformation(
      history.isOn
        ? t('No agent has called Cohort Deck on this machine recently.')
        : t('The history is off, so what agents do is in the log only.'),
    );
    return;
  }
  const items = calls.map((call) => callItem(catalog, call));
  const call = await askPickOf(items, {
    title: t('What Agents Did'),
    placeholder: t('Select a call to see the history of its record'),
  });
  if (call?.record) await vscode.commands.executeCommand('cohortDeck.showHistory', recordNode(call.record));
}

function callItem(catalog: Catalog, call: AgentCall): PickItem<AgentCall> {
  const { at, door, record, tool, outcome } = call;
  const place = record && nameWithKind(record, quotedName(catalog, record));
  const from = door === 'editor' ? t('in this editor') : t('over MCP');
  return {
    label: tool,
    description: [outcome, formatAgo(at, Date.now())].join(' · '),
    detail: [...(place ? [place] : []), from, formatDateTimeWithSeconds(at)].join(' · '),
    iconPath: new vscode.ThemeIcon('robot'),
    value: call,
  };
}
