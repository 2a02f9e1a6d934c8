import { Interface, Wallet } from 'ethers';
import { createEvmRedemption } from '../../../../../infra/providers/evm-redemption/redemption';
import { signingLab, TOKEN_ASSET, TREASURY } from '../../chains/evm/signing/signing-lab';
import { type RedemptionUnderTest, redemptionContract } from '../redemption-contract';
import { callOf } from './redeeming';

const APPROVE = new Interface(['function approve(address,uint256)']);

describe('redemption by transferFrom on a chain', () => {
  const lab = signingLab();

  const open = async (): Promise<RedemptionUnderTest> => {
    const signer = await lab.rich();
    const scope = lab.open(signer);
    const settings = { assetId: TOKEN_ASSET, treasury: TREASURY, formerTreasuries: [], partnerId: null };
    const { rpc, mine } = lab.chain();
    return {
      redemption: createEvmRedemption({ settings, token: lab.token(), scope }),
      context: callOf(),
      wallet: async (balance, allowance) => {
        const wallet = Wallet.createRandom().address.toLowerCase();
        if (balance > 0n) await lab.tell(0, 'transfer', wallet, balance);
        await rpc('anvil_setBalance', [wallet, '0x8ac7230489e80000']);
        await rpc('anvil_impersonateAccount', [wallet]);
        const data = APPROVE.encodeFunctionData('approve', [signer.address, allowance]);
        await rpc('eth_sendTransaction', [{ from: wallet, to: lab.token(), data }]);
        await mine(3);
        return wallet;
      },
      finalise: () => mine(3),
    };
  };

  redemptionContract(open);
});
