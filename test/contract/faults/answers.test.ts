import { describe } from 'node:test';
import { brokenAnswers, statuses, wrongBodies } from './answers.ts';
import { casesOf, testCases } from './table.ts';

describe('what is answered', { concurrency: true }, () => {
  testCases('an answer that is broken', casesOf(brokenAnswers));
  testCases('an answer with a wrong body', casesOf(wrongBodies));
  testCases('an answer of the status', casesOf(statuses));
});
