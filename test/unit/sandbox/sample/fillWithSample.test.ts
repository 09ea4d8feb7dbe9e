import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { registerFunctions } from '#sandbox/membership/sqlFunctions.ts';
import { fillWithSample, type SampleOptions } from '#sandbox/sample/fillWithSample.ts';
import { Database } from '#sandbox/store/database.ts';
import { tables } from '#sandbox/store/openStore.ts';

const nowMs = Date.UTC(2026, 4, 17);

function make(options: SampleOptions): Database {
  const db = new Database(':memory:', 'draft');
  db.exec(tables);
  registerFunctions(db);
  fillWithSample(db, { nowMs, ...options }, () => undefined);
  return db;
}

/** All that a sample holds. */
function dumpOf(db: Database): string {
  const all = ['user', 'project', 'dashboard', 'tile', 'cohort', 'event', 'member', 'member_mark'].map(
    (table) => db.all(`SELECT * FROM ${table}`),
  );
  const persons = db.all(
    'SELECT id, uuid, created_at, distinct_ids, is_identified, json(properties) FROM person',
  );
  return JSON.stringify([all, persons]);
}

const countIn = (db: Database, table: string, project = 1): number =>
  Number(db.get(`SELECT count(*) AS n FROM ${table} WHERE project_id = ?`, project)?.['n']);

describe('sample data', () => {
  const byDefault = make({});

  it('is the same for the same seed, different for another', () => {
    const options = { persons: 300, cohorts: 40, dashboards: 60 };
    const one = dumpOf(make({ ...options, seed: 7 }));
    assert.equal(dumpOf(make({ ...options, seed: 7 })), one);
    assert.notEqual(dumpOf(make({ ...options, seed: 8 })), one);
  });

  it('has by default 5,000 persons, 25 cohorts, 40 dashboards in the first project', () => {
    const db = byDefault;
    assert.deepEqual(
      [countIn(db, 'person'), countIn(db, 'cohort'), countIn(db, 'dashboard')],
      [5000, 25, 40],
    );
    assert.ok(
      countIn(db, 'person', 2) > 0 && countIn(db, 'cohort', 2) > 0 && countIn(db, 'dashboard', 2) > 0,
    );
    assert.ok(Number(db.get('SELECT count(*) AS n FROM dashboard WHERE pinned = 1')?.['n']) >= 3);
  });

  for (const options of [
    { persons: 0, cohorts: 0, dashboards: 0 },
    { persons: 1, cohorts: 3, dashboards: 1 },
    { persons: 0, cohorts: 60, dashboards: 100 },
    { persons: 3000, cohorts: 0, dashboards: 0 },
    { persons: 30, cohorts: 2000, dashboards: 3000 },
  ]) {
    it(`has the requested size: ${JSON.stringify(options)}`, () => {
      const db = make(options);
      for (const [table, number] of Object.entries(options)) {
        assert.equal(countIn(db, table.slice(0, -1)), number);
      }
    });
  }

  it('has correct counts for each cohort, with persons of its own project', () => {
    const db = make({ persons: 2000, cohorts: 300, dashboards: 0 });
    const wrong = db.all(`SELECT id FROM cohort
      WHERE count <> (SELECT count(*) FROM member WHERE member.members = cohort.members)`);
    assert.deepEqual(wrong, []);
    const foreign = db.get(`SELECT count(*) AS n FROM cohort JOIN member USING (members)
      JOIN person ON person.id = person_id WHERE person.project_id <> cohort.project_id`);
    assert.equal(foreign?.['n'], 0);
    const empty = db.get('SELECT count(*) AS n FROM cohort WHERE project_id = 1 AND count = 0');
    assert.ok(Number(empty?.['n']) < 30);
  });

  it('has one cohort that calculates, one that failed, static and dynamic ones', () => {
    const db = byDefault;
    const count = (where: string): number =>
      Number(db.get(`SELECT count(*) AS n FROM cohort WHERE ${where}`)?.['n']);
    assert.ok(count('is_calculating = 1') >= 1);
    assert.ok(count('errors_calculating > 0') >= 1);
    assert.ok(count('is_static = 1') >= 3);
    assert.ok(count('is_static = 0') >= 15);
  });

  it('names records as people do: long, in many scripts, with emoji, quotes, commas, newlines and a leading =', () => {
    const db = make({ persons: 100, cohorts: 500, dashboards: 500 });
    const names = db
      .all('SELECT name FROM cohort UNION ALL SELECT name FROM dashboard')
      .map((row) => String(row['name']));
    for (const kind of [
      /.{90}/,
      /[一-龯ぁ-ん]/,
      /[а-я]/i,
      /[ء-ي]/,
      /[äöüß]/,
      /\p{Emoji_Presentation}/u,
      /"/,
      /,/,
      /\n/,
      /^=/,
    ]) {
      assert.ok(
        names.some((name) => kind.test(name)),
        String(kind),
      );
    }
  });

  it('has persons with nulls, nested values, lists, other types and missing properties', () => {
    const db = byDefault;
    const count = (where: string): number =>
      Number(db.get(`SELECT count(*) AS n FROM person WHERE ${where}`)?.['n']);
    assert.ok(count("json_type(properties, '$.email') = 'null'") > 10);
    assert.ok(count("json_type(properties, '$.phone') IS NULL") > 10);
    assert.ok(count("properties ->> '$.company.address.city' IS NOT NULL") > 10);
    assert.ok(count("json_type(properties, '$.interests') = 'array'") > 10);
    assert.ok(count("json_type(properties, '$.seats') = 'text'") > 0);
    assert.ok(count('is_identified IS NULL') > 10);
    assert.equal(Number(db.get('SELECT count(DISTINCT uuid) AS n FROM person')?.['n']), 5300);
  });
});
