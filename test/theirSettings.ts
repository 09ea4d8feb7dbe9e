// What a folder could try to change: for each setting that is read, ours and the editor's, a valid value that is no default.
import { type ReadableSettingId, settingTable } from '#host/settings/settingTable.ts';

export const theirSettings: Readonly<Record<ReadableSettingId, unknown>> = {
  'cohortDeck.connections': [{ id: 'theirs', name: 'Theirs', url: 'https://theirs.example', projects: [] }],
  'cohortDeck.pageSize': 10,
  'cohortDeck.requestTimeoutSeconds': 599,
  'cohortDeck.confirmDelete': false,
  'cohortDeck.agents.access': 'write',
  'cohortDeck.agents.persons': true,
  'cohortDeck.exports.keepDays': 365,
  'cohortDeck.history.keepDays': 365,
  'editor.detectIndentation': false,
  'editor.insertSpaces': false,
  'editor.lineHeight': 33,
  'editor.tabSize': 7,
  'editor.wordWrap': 'bounded',
  'files.autoSave': 'onWindowChange',
  'http.proxy': 'http://theirs.example:3128',
  'http.proxyAuthorization': 'Basic dGhlaXJz',
  'http.proxyStrictSSL': false,
  'http.proxySupport': 'off',
  'http.noProxy': ['theirs.example'],
};

/** All that are read, and all that are above: a setting that is in one list alone fails a test. */
export const settingIdsRead = [...new Set([...Object.keys(theirSettings), ...Object.keys(settingTable)])];

/** A folder decides how texts look and when the editor saves them, and nothing else. */
export const isOfTexts = (id: string): boolean => id.startsWith('editor.') || id === 'files.autoSave';
