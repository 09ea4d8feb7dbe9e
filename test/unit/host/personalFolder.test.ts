import assert from 'node:assert/strict';
import { test } from 'node:test';
import { personalFolder } from '#host/personalFolder.ts';

const env = {
  APPDATA: String.raw`C:\Users\Zoë\AppData\Roaming`,
  LOCALAPPDATA: String.raw`C:\Users\Zoë\AppData\Local`,
};
const storage = String.raw`c:\Users\Zoë\AppData\Roaming\Code\User\globalStorage\cohort-deck.cohort-deck`;

test('on Windows, what is personal leaves the roaming profile, also if the drive has another case', () => {
  assert.equal(
    personalFolder(storage, 'win32', env),
    String.raw`c:\Users\Zoë\AppData\Local\Cohort Deck\Code\User\globalStorage\cohort-deck.cohort-deck`,
  );
});

test('it stays if it does not roam, if there is no local profile, and on other systems', () => {
  const portable = String.raw`D:\VS Code\data\user-data\User\globalStorage\cohort-deck.cohort-deck`;
  assert.equal(personalFolder(portable, 'win32', env), portable);
  assert.equal(personalFolder(`${env.APPDATA}-2\\x`, 'win32', env), `${env.APPDATA}-2\\x`);
  assert.equal(personalFolder(storage, 'win32', { APPDATA: env.APPDATA }), storage);
  assert.equal(personalFolder(storage, 'win32', { ...env, LOCALAPPDATA: 'Local' }), storage);
  const home = '/home/zoe/.config/Code/User/globalStorage/cohort-deck.cohort-deck';
  assert.equal(personalFolder(home, 'linux', { ...env, APPDATA: '/home/zoe/.config' }), home);
  assert.equal(personalFolder(home), home);
});
