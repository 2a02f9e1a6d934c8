import { createChainReader } from '../../../infra/chains/chains';
import { networkOf, optionsFor } from './evm/scenario';

const options = optionsFor({ url: 'http://127.0.0.1:1', chainId: 31_337 });

describe('The list of chain families', () => {
  it('loads the EVM', async () => {
    expect((await createChainReader(options)).network).toBe('local');
  });

  it('rejects, and does not throw, when the configuration of a network cannot be right', async () => {
    await expect(createChainReader({ ...options, network: networkOf(1, '0x1') })).rejects.toThrow(
      'is not an EVM address',
    );
  });

  it.each(['solana', 'stellar', 'tron', 'xrpl'] as const)('says that %s is not supported', async (family) => {
    const network = { ...options.network, family };
    await expect(createChainReader({ ...options, network })).rejects.toThrow(
      `local: the ${family} family is not supported in this version`,
    );
  });
});
