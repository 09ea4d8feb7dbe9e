import { describe } from 'node:test';
import { brokenResponses, statuses, wrongBodies } from './responses.ts';
import { casesOf, testCases } from './table.ts';

describe('faults of responses', { concurrency: true }, () => {
  testCases('a response that is broken', casesOf(brokenResponses));
  testCases('a response with a wrong body', casesOf(wrongBodies));
  testCases('a response of the status', casesOf(statuses));
});
