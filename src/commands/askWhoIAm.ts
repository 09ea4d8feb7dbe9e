// Asks the person who they are among the creators of a connection's records.
import * as vscode from 'vscode';
import { askPick, type PickItem } from '#host/input/askPick.ts';
import type { Connection } from '#model/connections/connection.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { UserSummary } from '#model/records/deckRecord.ts';
import { creatorsOf, type OwnUser } from '#model/records/search/ownUsers.ts';
import type { ListRef, RecordKind } from '#model/records/recordRef.ts';

const { t } = vscode.l10n;

const kinds: readonly RecordKind[] = ['dashboard', 'cohort'];

export interface WhoIAmQuestion {
  readonly catalog: Pick<Catalog, 'list' | 'loadWhole' | 'onDidChange'>;
  readonly connection: Connection;
  readonly known: OwnUser | undefined;
}

/** Undefined if the person canceled. Reads all lists in the background and appends the creators it finds. */
export async function askWhoIAm({
  catalog,
  connection,
  known,
}: WhoIAmQuestion): Promise<OwnUser | undefined> {
  const { id: connectionId, projects } = connection;
  const lists: readonly ListRef[] = projects.flatMap(({ id }) =>
    kinds.map((kind) => ({ connectionId, projectId: id, kind })),
  );
  return askPick<OwnUser>({
    title: t('Who You Are on “{0}”', connection.name),
    placeholder: t('Select who you are'),
    load: async (show, signal) => {
      const found = new Map<string, PickItem<OwnUser>>();
      const update = (): void => {
        if (signal.aborted) return;
        const users = creatorsOf(lists.flatMap((list) => catalog.list(list).records)).map(toItem);
        for (const item of users.toSorted((a, b) => a.label.localeCompare(b.label))) {
          const key = JSON.stringify(item.value);
          if (!found.has(key)) found.set(key, key === JSON.stringify(known) ? markCurrent(item) : item);
        }
        show([...found.values(), known === 'none' ? markCurrent(nobody()) : nobody()]);
      };
      update();
      const listening = catalog.onDidChange(update);
      try {
        await Promise.all(lists.map((list) => catalog.loadWhole(list, () => !signal.aborted)));
      } finally {
        listening.dispose();
      }
      update();
    },
  });
}

function nobody(): PickItem<OwnUser> {
  return {
    label: t('None of These'),
    description: t('Only records that you create from here count as yours'),
    iconPath: new vscode.ThemeIcon('circle-slash'),
    value: 'none',
  };
}

function toItem(user: UserSummary): PickItem<OwnUser> {
  const [name, email] = [user.first_name?.trim(), user.email?.trim()];
  return {
    label: name || email || user.distinct_id || t('Person {0}', user.uuid ?? user.id ?? ''),
    description: name && email ? email : '',
    iconPath: new vscode.ThemeIcon('account'),
    value: user,
  };
}

function markCurrent(item: PickItem<OwnUser>): PickItem<OwnUser> {
  const description = [item.description, t('current')].filter(Boolean).join(' · ');
  return { ...item, description };
}
