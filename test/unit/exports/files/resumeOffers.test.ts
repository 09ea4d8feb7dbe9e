import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endOffers, openOffer } from '#exports/files/resumeOffers.ts';

describe('an offer to resume exports', () => {
  const one = { tag: 'acme/1/cohort/1', format: 'json' } as const;
  const other = { tag: 'acme/1/cohort/2', format: 'json' } as const;

  it('holds until the last of them is resumed, in the same format', () => {
    const offer = openOffer(one, other);
    endOffers({ ...one, format: 'csvAll' });
    endOffers(one);
    endOffers(one);
    assert.equal(offer.aborted, false);
    endOffers(other);
    assert.equal(offer.aborted, true);
  });

  it('of a kept part holds until that part is resumed, whatever happens to another part of the cohort', () => {
    const [part, otherPart] = [
      { ...one, partPath: '/a.part' },
      { ...one, partPath: '/b.part' },
    ];
    const [offer, otherOffer, offerWithoutPart] = [openOffer(part), openOffer(otherPart), openOffer(one)];
    endOffers(one);
    endOffers(otherPart);
    assert.deepEqual([offer.aborted, otherOffer.aborted, offerWithoutPart.aborted], [false, true, true]);
    endOffers(part);
    assert.equal(offer.aborted, true);
  });

  it('ends with all others once all exports are deleted, and later offers hold', () => {
    const [first, second] = [openOffer(one), openOffer(other)];
    endOffers();
    const third = openOffer(one);
    assert.deepEqual([first.aborted, second.aborted, third.aborted], [true, true, false]);
    endOffers();
  });
});
