// Calls the language-model tool that call.json in the open folder names, as any extension can, and writes what came of it
// beside it.
const { readFile, writeFile } = require('node:fs/promises');
const path = require('node:path');
const vscode = require('vscode');

exports.activate = ({ subscriptions }) => {
  subscriptions.push(vscode.commands.registerCommand('agentCaller.call', call));
};

async function call() {
  const folder = vscode.workspace.workspaceFolders[0].uri.fsPath;
  const { name, input } = JSON.parse(await readFile(path.join(folder, 'call.json'), 'utf8'));
  const end = (answer) => writeFile(path.join(folder, 'answer.json'), JSON.stringify(answer));
  try {
    const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
    await end({ text: content.map(({ value }) => value).join('') });
  } catch (error) {
    await end({ error: String(error.message) });
  }
}
