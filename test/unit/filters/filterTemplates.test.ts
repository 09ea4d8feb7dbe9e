import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { describeFilters } from '#filters/describeFilters.ts';
import { findIncomplete } from '#filters/findIncomplete.ts';
import { parseFilterShape } from '#filters/parseFilterShape.ts';
import { addTemplate, filterTemplates } from '#filters/filterTemplates.ts';
import { inEnglish } from '#text/translate.ts';

const templates = filterTemplates(inEnglish);
const schema = JSON.parse(
  readFileSync(new URL('../../../media/schemas/cohort-filters.schema.json', import.meta.url), 'utf8'),
);

function read(text: string) {
  const shape = parseFilterShape(text, 'cohort');
  assert.ok(shape);
  return shape;
}

/** The text of a snippet once all its places are left as they are: `${1:email}` is a text, `^${1:30}` a number. */
const withoutPlaces = (body: unknown) =>
  JSON.parse(
    JSON.stringify(body)
      .replaceAll(/"\^\$\{\d:([^}]*)\}"/g, '$1')
      .replaceAll(/\$\{\d:([^}]*)\}/g, '$1'),
  );

describe('a template', () => {
  for (const template of templates) {
    const { title, values } = template;

    it(`is complete, has controls and is described in words: ${title}`, () => {
      const change = addTemplate(read('{}'), undefined, template);
      assert.ok(change);
      const shape = read(change.text);
      assert.deepEqual(
        shape.group?.items.map(({ kind }) => kind === 'other'),
        values.map(() => false),
      );
      assert.deepEqual(findIncomplete(shape), []);
      assert.doesNotMatch(describeFilters(shape, inEnglish), /\(no /);
      assert.deepEqual(change.path, ['properties', 'values', 0]);
    });

    it(`is a snippet of the text, too: ${title}`, () => {
      const snippets: readonly { readonly label: string; readonly body: unknown }[] =
        schema.definitions.item.defaultSnippets;
      const snippet = snippets.find(({ label }) => label === `Template: ${title.toLowerCase()}`);
      const expected = values.length === 1 ? values[0] : { type: 'AND', values };
      assert.deepEqual(withoutPlaces(snippet?.body), expected);
    });
  }

  const two = templates.find(({ values }) => values.length === 2);
  const place = (text: string) => {
    const shape = read(text);
    assert.ok(two);
    const change = addTemplate(shape, shape.group, two);
    assert.ok(change);
    return { path: change.path, properties: JSON.parse(change.text).properties };
  };

  it('goes into an empty group that joins by AND, and one without a list gets one', () => {
    const expected = { type: 'AND', values: two?.values };
    assert.deepEqual(place('{"properties": {"type": "AND", "values": []}}').properties, expected);
    assert.deepEqual(place('{"properties": {"type": "AND"}}').properties, expected);
  });

  it('of several conditions stays together in a group that joins by OR', () => {
    const { path, properties } = place('{"properties": {"type": "OR", "values": []}}');
    assert.deepEqual(properties, { type: 'OR', values: [{ type: 'AND', values: two?.values }] });
    assert.deepEqual(path, ['properties', 'values', 0, 'values', 0]);
  });
});
