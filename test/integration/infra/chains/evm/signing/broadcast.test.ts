import { broadcast } from '../../../../../../infra/chains/evm/signing/broadcast';
import type { Signing } from '../../../../../../infra/chains/evm/signing/open-signing';
import { prepare } from '../../../../../../infra/chains/evm/signing/prepare';
import type { RpcAnswer } from '../rpc-proxy';
import { signingLab } from './signing-lab';

const refusal = (message: string): RpcAnswer => ({ error: { code: -32_000, message } });

describe('the proof in the answers to a broadcast', () => {
  const lab = signingLab();

  const signed = async (scope: Signing, key = 'a') => {
    const payment = { to: `0x${'be'.repeat(20)}`, value: 1n, data: '0x' };
    const prepared = await prepare(scope, key, payment, { mayReplace: false });
    if (prepared.outcome !== 'PREPARED') throw new Error(prepared.outcome);
    return scope.signer.sign(scope.account.chainId, prepared.version);
  };
  /** Broadcasts through one node for each answer; undefined: the node's own answer. */
  const sendVia = async (...answers: readonly (RpcAnswer | 'AWAY')[]) => {
    const signer = await lab.rich();
    const { raw, txid } = await signed(lab.open(signer));
    const nodes = await Promise.all(
      answers.map((answer) =>
        lab.proxy(({ method }) => (method === 'eth_sendRawTransaction' && answer !== 'AWAY' ? answer : undefined)),
      ),
    );
    for (const [index, answer] of answers.entries()) if (answer === 'AWAY') await nodes[index]!.stop();
    const scope = lab.open(signer, { rpcUrls: nodes.map(({ url }) => url) });
    return broadcast(scope, raw, txid);
  };

  it.each([
    ['TAKEN', 'already known'],
    ['TAKEN', 'transaction already imported'],
    ['TAKEN', 'known transaction: 0x12'],
    ['TAKEN', 'replacement transaction underpriced'],
    ['NONCE_USED', 'nonce too low: next nonce 4, tx nonce 3'],
    ['NONCE_USED', 'nonce has already been used'],
    ['REFUSED', 'transaction underpriced'],
    ['REFUSED', 'insufficient funds for gas * price + value'],
    ['REFUSED', 'exceeds block gas limit'],
    ['REFUSED', 'no reason at all'],
  ] as const)('%s: %s', async (outcome, message) => {
    const said = await sendVia(refusal(message));
    expect(said.outcome).toBe(outcome);
    if (said.outcome === 'REFUSED') expect(said.lacksFunds).toBe(message.startsWith('insufficient'));
  });

  it.each([
    ['another transaction', { result: `0x${'12'.repeat(32)}` }],
    ['nonsense', { result: 'thanks' }],
  ])('is missing when the node answers with %s', async (_what, answer) => {
    expect((await sendVia(answer)).outcome).toBe('UNKNOWN');
  });

  it('shows the order as sent when one node accepts it, against all others', async () => {
    expect((await sendVia(refusal('no'), undefined)).outcome).toBe('TAKEN');
    expect((await sendVia(refusal('nonce too low'), refusal('already known'))).outcome).toBe('TAKEN');
    expect((await sendVia('AWAY', undefined)).outcome).toBe('TAKEN');
  });

  it('shows the order as refused only when no node can have accepted it', async () => {
    expect((await sendVia(refusal('no'), { result: 'thanks' })).outcome).toBe('UNKNOWN');
    expect((await sendVia('AWAY')).outcome).toBe('NOT_ASKED');
    expect((await sendVia('AWAY', refusal('no'))).outcome).toBe('REFUSED');
  });

  it('follows the note in the book, which is written before the broadcast', async () => {
    const scope = lab.open(await lab.rich());
    const { raw, txid } = await signed(scope);
    const gone = await lab.proxy(() => undefined);
    await gone.stop();
    await broadcast(lab.open(scope.signer, { rpcUrls: [gone.url] }), raw, txid);
    expect((await lab.book().versions(scope.account, 'a'))[0]?.sentAtMs).not.toBeNull();
  });
});
