// Faults of a response: what a service, a cache or a proxy may send in place of what was asked for.
import { gzipSync } from 'node:zlib';
import {
  drip,
  earlyHints,
  empty,
  fault,
  flood,
  gibberish,
  halfBody,
  halfChunks,
  halfHeaders,
  hangUp,
  html,
  informed,
  json,
  oversized,
  redirect,
  repeating,
  reset,
  silence,
  stall,
  text,
  throttled,
  trickle,
  unbounded,
} from '../../misbehaving/acts.ts';
import type { Act } from '../../misbehaving/server.ts';
import { answerSoundly, canaryPerson } from './operations.ts';
import type { Sound } from './operations.ts';
import { answering, patience } from './runCase.ts';
import type { Fault } from './runCase.ts';
import type { Row } from './table.ts';

/** Any response, whatever was asked. */
const is = (act: Act): Fault => answering(() => act);
const untilLate = { timeoutMs: 5000 * patience };
/** Ends by the deadline of the call; long enough for a busy machine to send the request. */
const late = (act: Act): Fault => answering(() => act, untilLate);
const refused = (act: Act): Fault => answering(() => act, { refusesUnread: true });
/** Made from what a working service would have sent. */
const made = answering;
const half = (sound: Sound): number => Math.floor(sound.body.length / 2);
const type = (sound: Sound) => ({ 'content-type': sound.type });
const notUtf8 = (s: Sound): Act => {
  const body = s.body.replace('"a1"', '"a\xff1"').replace('Cohort', 'C\xff');
  return text(Buffer.from(body, 'latin1'), 200, type(s));
};
const gzipped = (s: Sound, length = Infinity): Act =>
  text(gzipSync(s.body).subarray(0, length), 200, { ...type(s), 'content-encoding': 'gzip' });
const asJson = { 'content-type': 'application/json' };
const farDate = 'Fri, 31 Dec 9999 23:59:59 GMT';
const pastDate = 'Sat, 01 Jan 2000 00:00:00 GMT';

// oxfmt-ignore
export const brokenResponses: readonly Row[] = [
  // fault, reads, writes, CSV, export
  ['none',                            made(answerSoundly),                                                   'ok ×1',         'ok ×1',         'ok ×1',         'ok ×1'],
  ['reset before the headers',        is(reset()),                                                           'network ×3',    'network ×1',    'network ×3',    'network ×3'],
  ['closed before the headers',       is(hangUp()),                                                          'network ×3',    'network ×1',    'network ×3',    'network ×3'],
  ['reset within the headers',        is(halfHeaders()),                                                     'network ×3',    'network ×1',    'network ×3',    'network ×3'],
  ['not HTTP',                        is(gibberish()),                                                       'network ×3',    'network ×1',    'network ×3',    'network ×3'],
  ['no body at all',                  made((s) => halfBody(s.body, 0, type(s))),                             'incomplete ×3', 'incomplete ×1', 'incomplete ×1', 'incomplete ×3'],
  ['half of its length',              made((s) => halfBody(s.body, half(s), type(s))),                       'incomplete ×3', 'incomplete ×1', 'incomplete ×1', 'incomplete ×3'],
  ['half of its chunks',              made((s) => halfChunks(s.body, half(s), type(s))),                     'incomplete ×3', 'incomplete ×1', 'incomplete ×1', 'incomplete ×3'],
  ['half of an unknown length',       made((s) => unbounded(s.body, half(s), type(s))),                      'incomplete ×3', 'incomplete ×1', 'incomplete ×1', 'incomplete ×3'],
  ['all but the last cell’s end',     made((s) => unbounded(s.body, s.body.length - 4, type(s))),            'incomplete ×3', 'incomplete ×1', 'incomplete ×1', 'incomplete ×3'],
  ['more than its length',            made((s) => oversized(s.body, half(s), type(s))),                      'notJson ×1',    'notJson ×1',    'fewer ×1',      'incomplete ×3'],
  ['all of an unknown length',        made((s) => unbounded(s.body, s.body.length, type(s))),                'ok ×1',         'ok ×1',         'ok ×1',         'ok ×1'],
  ['byte by byte',                    made((s) => drip(s.body, type(s))),                                    'ok ×1',         'ok ×1',         'ok ×1',         'ok ×1'],
  ['after interim responses',         made((s) => informed(answerSoundly(s))),                               'ok ×1',         'ok ×1',         'ok ×1',         'ok ×1'],
  ['silence',                         late(silence()),                                                       'timeout ×1',    'timeout ×1',    'timeout ×1',    'timeout ×3'],
  ['interim responses without end',   late(earlyHints()),                                                    'timeout ×1',    'timeout ×1',    'timeout ×1',    'timeout ×3'],
  ['a body that drips without end',   late(trickle()),                                                       'timeout ×1',    'timeout ×1',    'timeout ×1',    'timeout ×3'],
  ['a body that stops',               answering((s) => stall(s.body.slice(0, half(s)), type(s)), untilLate), 'timeout ×1',    'timeout ×1',    'timeout ×1',    'timeout ×3'],
  ['an error that drips without end', late(trickle(500)),                                                    'server ×1',     'server ×1',     'server ×1',     'server ×3'],
  ['an error without end',            is(flood(() => undefined, {}, 400)),                                   'invalid ×1',    'invalid ×1',    'invalid ×1',    'invalid ×1'],
];

// oxfmt-ignore
export const wrongBodies: readonly Row[] = [
  ['empty',                        is(text('', 200, asJson)),                                        'unexpected ×1', 'unexpected ×1', 'fewer ×1',      'incomplete ×3'],
  ['204',                          is(empty(204)),                                                   'unexpected ×1', 'unexpected ×1', 'fewer ×1',      'incomplete ×3'],
  ['white space',                  is(text(' \r\n', 200, asJson)),                                   'unexpected ×1', 'unexpected ×1', 'fewer ×1',      'incomplete ×3'],
  ['a web page',                   is(html()),                                                       'notJson ×1',    'notJson ×1',    'notJson ×1',    'notJson ×1'],
  ['a web page that says JSON',    is(text('<html>', 200, asJson)),                                  'notJson ×1',    'notJson ×1',    'notJson ×1',    'notJson ×1'],
  ['JSON that says text',          made((s) => text(s.body, 200, { 'content-type': 'text/plain' })), 'ok ×1',         'ok ×1',         'ok ×1',         'ok ×1'],
  ['JSON that says nothing',       made((s) => text(s.body)),                                        'ok ×1',         'ok ×1',         'ok ×1',         'ok ×1'],
  ['JSON after a byte order mark', made((s) => text(`\uFEFF${s.body}`, 200, type(s))),               'ok ×1',         'ok ×1',         'ok ×1',         'ok ×1'],
  ['invalid JSON',                 is(text('{"results": [}', 200, asJson)),                          'notJson ×1',    'notJson ×1',    'notJson ×1',    'notJson ×1'],
  ['null',                         is(json(null)),                                                   'unexpected ×1', 'unexpected ×1', 'fewer ×1',      'notJson ×1'],
  ['a number',                     is(json(7)),                                                      'unexpected ×1', 'unexpected ×1', 'fewer ×1',      'notJson ×1'],
  ['an empty list',                is(json([])),                                                     'unexpected ×1', 'unexpected ×1', 'unknown ×1',    'fewer ×1', { projects: 'ok ×1' }],
  ['an empty object',              is(json({})),                                                     'unexpected ×1', 'unexpected ×1', 'unknown ×1',    'unknown ×1'],
  ['bytes that are not UTF-8',     made(notUtf8),                                                    'ok ×1',         'ok ×1',         'ok ×1',         'ok ×1', { retrieve: 'unexpected ×1', PATCH: 'unexpected ×1' }],
  ['gzip that nobody asked for',   made(gzipped),                                                    'ok ×1',         'ok ×1',         'ok ×1',         'ok ×1'],
  ['gzip cut off',                 made((s) => gzipped(s, 20)),                                      'incomplete ×3', 'incomplete ×1', 'incomplete ×1', 'incomplete ×3'],
  ['depth of 100,000',             is(text('['.repeat(100_000), 200, asJson)),                       'notJson ×1',    'notJson ×1',    'incomplete ×1', 'incomplete ×3'],
  ['record 8',                     is(json({ id: 8, name: 'Other' })),                               'unexpected ×1', 'unexpected ×1', 'unknown ×1',    'unknown ×1', { create: 'ok ×1' }],
  ['an id that is text',           is(json({ id: 'seven', name: 'Other' })),                         'unexpected ×1', 'unexpected ×1', 'unknown ×1',    'unknown ×1'],
  ['no id',                        is(json({ name: 'Other' })),                                      'unexpected ×1', 'unexpected ×1', 'unknown ×1',    'unknown ×1'],
];

// oxfmt-ignore
export const statuses: readonly Row[] = [
  ['300',                                 is(redirect('/other/', 300)),                                                'unexpected ×1',      'unexpected ×1',      'unexpected ×1',      'unexpected ×1'],
  ['304',                                 is(empty(304)),                                                              'unexpected ×1',      'unexpected ×1',      'unexpected ×1',      'unexpected ×1'],
  ['400',                                 is(fault(400, 'invalid_input', 'No.')),                                      'invalid ×1',         'invalid ×1',         'invalid ×1',         'invalid ×1'],
  ['401',                                 is(fault(401, 'authentication_failed', 'No.')),                              'unauthenticated ×1', 'unauthenticated ×1', 'unauthenticated ×1', 'unauthenticated ×1'],
  ['401 without a body',                  is(empty(401)),                                                              'unauthenticated ×1', 'unauthenticated ×1', 'unauthenticated ×1', 'unauthenticated ×1'],
  ['403',                                 is(fault(403, 'permission_denied', 'No.')),                                  'forbidden ×1',       'forbidden ×1',       'forbidden ×1',       'forbidden ×1'],
  ['403 that names a scope',              is(fault(403, 'permission_denied', "API key missing required scope 'x:y'")), 'missingScope ×1',    'missingScope ×1',    'missingScope ×1',    'missingScope ×1'],
  ['404',                                 is(fault(404, 'not_found', 'No.')),                                          'notFound ×1',        'notFound ×1',        'notFound ×1',        'notFound ×1'],
  ['405',                                 is(empty(405)),                                                              'notAllowed ×1',      'notAllowed ×1',      'notAllowed ×1',      'notAllowed ×1'],
  ['408',                                 is(empty(408)),                                                              'timeout ×3',         'timeout ×1',         'timeout ×3',         'timeout ×3'],
  ['409',                                 is(fault(409, 'conflict', 'No.')),                                           'invalid ×1',         'invalid ×1',         'invalid ×1',         'invalid ×1'],
  ['413',                                 is(html(413)),                                                               'invalid ×1',         'invalid ×1',         'invalid ×1',         'invalid ×1'],
  ['415',                                 is(fault(415, 'unsupported_media_type', 'No.')),                             'invalid ×1',         'invalid ×1',         'invalid ×1',         'invalid ×1'],
  ['500',                                 is(fault(500, 'error', 'No.')),                                              'server ×1',          'server ×1',          'server ×1',          'server ×3'],
  ['502',                                 is(fault(502, 'error', 'No.')),                                              'server ×3',          'server ×1',          'server ×3',          'server ×3'],
  ['503',                                 is(fault(503, 'error', 'No.')),                                              'server ×3',          'server ×1',          'server ×3',          'server ×3'],
  ['504',                                 is(fault(504, 'error', 'No.')),                                              'server ×3',          'server ×1',          'server ×3',          'server ×3'],
  ['503 that asks for an hour',           is(json({}, 503, { 'retry-after': '3600' })),                                'server ×1',          'server ×1',          'server ×1',          'server ×1'],
  ['a web page with 400',                 is(html(400)),                                                               'notJson ×1',         'notJson ×1',         'notJson ×1',         'notJson ×1'],
  ['a web page with 401',                 is(html(401)),                                                               'notJson ×1',         'notJson ×1',         'notJson ×1',         'notJson ×1'],
  ['a web page with 403',                 is(html(403)),                                                               'notJson ×1',         'notJson ×1',         'notJson ×1',         'notJson ×1'],
  ['a web page with 404',                 is(html(404)),                                                               'notJson ×1',         'notJson ×1',         'notJson ×1',         'notJson ×1'],
  ['a web page with 500',                 is(html(500)),                                                               'server ×1',          'server ×1',          'server ×1',          'server ×3'],
  ['a web page with 502',                 is(html(502)),                                                               'server ×3',          'server ×1',          'server ×3',          'server ×3'],
  ['302 that repeats what was sent',      is(repeating(302, canaryPerson)),                                            'unexpected ×1',      'unexpected ×1',      'unexpected ×1',      'unexpected ×1'],
  ['400 that repeats what was sent',      is(repeating(400, canaryPerson)),                                            'invalid ×1',         'invalid ×1',         'invalid ×1',         'invalid ×1'],
  ['403 that repeats what was sent',      is(repeating(403, canaryPerson)),                                            'forbidden ×1',    'forbidden ×1',    'forbidden ×1',    'forbidden ×1'],
  ['500 that repeats what was sent',      is(repeating(500, canaryPerson)),                                            'server ×1',          'server ×1',          'server ×1',          'server ×3'],
  ['429 for no time',                     refused(throttled(0, '0')),                                                  'throttled ×3',       'throttled ×3',       'throttled ×3',       'waits ×4'],
  ['429 until a date that is past',       refused(throttled(0, pastDate)),                                             'throttled ×3',       'throttled ×3',       'throttled ×3',       'waits ×4'],
  ['429 without Retry-After',             refused(throttled(60)),                                                      'throttled ×1',       'throttled ×1',       'throttled ×1',       'waits ×1'],
  ['429 with junk as Retry-After',        refused(throttled(60, 'soon')),                                              'throttled ×1',       'throttled ×1',       'throttled ×1',       'waits ×1'],
  ['429 with a negative Retry-After',     refused(throttled(60, '-5')),                                                'throttled ×1',       'throttled ×1',       'throttled ×1',       'waits ×1'],
  ['429 for a day',                       refused(throttled(0, '86400')),                                              'throttled ×1',       'throttled ×1',       'throttled ×1',       'throttled ×1'],
  ['429 until the year 9999',             refused(throttled(0, farDate)),                                              'throttled ×1',       'throttled ×1',       'throttled ×1',       'throttled ×1'],
  ['429 for more seconds than there are', refused(throttled(0, '9'.repeat(400))),                                      'throttled ×1',       'throttled ×1',       'throttled ×1',       'throttled ×1'],
];
