import { broadcast } from '../../../../../../infra/chains/evm/signing/broadcast';
import type { Signing } from '../../../../../../infra/chains/evm/signing/open-signing';
import { prepare } from '../../../../../../infra/chains/evm/signing/prepare';
import type { RpcAnswer } from '../rpc-proxy';
import { signingLab } from './signing-lab';

const refusal = (message: string): RpcAnswer => ({ error: { code: -32_000, message } });

describe('what the answers to a broadcast prove', () => {
  const lab = signingLab();

  const signed = async (scope: Signing, key = 'a') => {
    const payment = { to: `0x${'be'.repeat(20)}`, value: 1n, data: '0x' };
    const prepared = await prepare(scope, key, payment, { mayReplace: false });
    if (prepared.outcome !== 'PREPARED') throw new Error(prepared.outcome);
    return scope.signer.sign(scope.account.chainId, prepared.version);
  };
  /** Each node answers a broadcast as it is told; undefined: as it is. */
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
  ])('nothing where the node answers with %s', async (_what, answer) => {
    expect((await sendVia(answer)).outcome).toBe('UNKNOWN');
  });

  it('is taken when one of the nodes takes it, whatever the others say', async () => {
    expect((await sendVia(refusal('no'), undefined)).outcome).toBe('TAKEN');
    expect((await sendVia(refusal('nonce too low'), refusal('already known'))).outcome).toBe('TAKEN');
    expect((await sendVia('AWAY', undefined)).outcome).toBe('TAKEN');
  });

  it('is refused only when nobody may have taken it', async () => {
    expect((await sendVia(refusal('no'), { result: 'thanks' })).outcome).toBe('UNKNOWN');
    expect((await sendVia('AWAY')).outcome).toBe('NOT_ASKED');
    expect((await sendVia('AWAY', refusal('no'))).outcome).toBe('REFUSED');
  });

  it('says in the book that it was sent, before anybody can have it', async () => {
    const scope = lab.open(await lab.rich());
    const { raw, txid } = await signed(scope);
    const gone = await lab.proxy(() => undefined);
    await gone.stop();
    await broadcast(lab.open(scope.signer, { rpcUrls: [gone.url] }), raw, txid);
    expect((await lab.book().versions(scope.account, 'a'))[0]?.sentAtMs).not.toBeNull();
  });
});
