import { createCashoutIntent } from '../../../commands/cashout/create-cashout-intent';
import type { NetworkQuestions, NetworkStanding } from '../../../commands/ports/chains/network-standing';
import { whyNotOffered } from '../../../commands/watching/must-be-offered';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { asking, typesOf } from '../../core';
import { caller, quoted, quoting } from '../../samples/quoting';

const NOW_MS = Date.parse(time(0));
const standing = (questions: NetworkQuestions = {}, lookedAt: string | null = time(0)): NetworkStanding => ({
  ...{ network: 'ethereum', mode: 'sandbox', lookedAt, questions },
});
const whyNot = (one: NetworkStanding | null) => whyNotOffered(one, NOW_MS, 300, 201);

describe('a network is offered', () => {
  test.each<[string, NetworkStanding]>([
    ['when it was looked at just now', standing()],
    ['when it was looked at within the quote window', standing({}, time(-300))],
    ['when another asset of it is halted', standing({ haltedAssets: [202] })],
    ['when it was watched before networks had a mode', { ...standing(), mode: null }],
  ])('%s', (_name, one) => expect(whyNot(one)).toBeNull());
});

describe('a network is not offered', () => {
  test.each<[string, NetworkStanding | null, string]>([
    ['that was never looked at', null, 'the network has not been scanned yet'],
    ['whose first look has not seen everything', standing({}, null), 'the network has not been scanned yet'],
    ['whose last look is older than the quote window', standing({}, time(-300.001)), 'last scan is too old'],
    ['whose final history is in question', standing({ finality: 'node-7 says 0xabc' }), 'the final history'],
    ['whose history has a gap', standing({ gap: 'pruned' }), 'a part of the history'],
    ['whose receiver is in question', standing({ receiver: '0xaa: it has code' }), 'the receiver'],
    ['for an asset that is halted', standing({ haltedAssets: [202, 201] }), 'this asset'],
    ['for an asset that a receiver cannot take', standing({ unfitAssets: [201] }), 'this asset'],
  ])('hides the node’s text of a network %s', (_name, one, why) => {
    expect(whyNot(one)).toContain(why);
    expect(whyNot(one)).not.toMatch(/0xabc|pruned|code/);
  });
});

describe('a network that is not offered, at the quote and at the intent', () => {
  const unavailable = { rejection: { code: 'SERVICE_UNAVAILABLE' } };
  test('refuses the quote with 503', async () => {
    const deps = quoting();
    const readStanding = jest.fn(async () => null);
    await expect(quoted({ ...deps, readStanding })).rejects.toMatchObject(unavailable);
    expect(readStanding).toHaveBeenCalledWith('ethereum');
    expect((await deps.eventStore.head()).commit).toBeLessThan(1n);
  });

  test('refuses the intent with 503, although its quote was issued before', async () => {
    const deps = quoting();
    const { quoteId, intentId } = await quoted(deps);
    const input = { user: caller, quoteId, sender: null };
    const readStanding = async () => standing({ haltedAssets: [201] });
    const refused = createCashoutIntent({ ...deps, readStanding })(input, asking());
    await expect(refused).rejects.toMatchObject(unavailable);
    expect(await typesOf(deps.eventStore, `cashout-${intentId}`)).toEqual([]);
    await createCashoutIntent(deps)(input, asking());
    expect(await typesOf(deps.eventStore, `cashout-${intentId}`)).toEqual(['CashoutIntentCreated']);
  });
});
