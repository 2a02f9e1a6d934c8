import { createCashoutIntent } from '../commands/cashout/create-cashout-intent';
import { explainIntent } from '../commands/cashout/explain-intent';
import { revealGiftCard } from '../commands/cashout/reveal-gift-card';
import { assignDeposit } from '../commands/deposit/resolving/assign-deposit';
import { withdrawProposal, writeOffDeposit } from '../commands/deposit/resolving/write-off-deposit';
import { explain } from '../commands/explaining/explain';
import type { UserCaller } from '../commands/handling/caller';
import { createSharedReads, type SharedReads } from '../commands/handling/reading/shared-reads';
import { createSnapshots, type Snapshots } from '../commands/handling/reading/snapshots';
import { createTurns, type InTurn } from '../commands/handling/turns';
import { explainSession } from '../commands/kyc/explain-session';
import { searchPersonalData } from '../commands/operator/console/search-personal-data';
import { changePartnerStanding } from '../commands/partner/change-partner-standing';
import { changePartnerTerms } from '../commands/partner/change-partner-terms';
import { createLink } from '../commands/partner/create-link';
import { issueApiKey } from '../commands/partner/issue-api-key';
import { issueHmacSecret } from '../commands/partner/issue-hmac-secret';
import { onboardPartner } from '../commands/partner/onboard-partner';
import { removeLink } from '../commands/partner/remove-link';
import { revokeApiKey } from '../commands/partner/revoke-api-key';
import { currentPrice } from '../commands/quote/current-price';
import { findOwnQuote } from '../commands/quote/find-own-quote';
import { issueQuote } from '../commands/quote/issue-quote';
import { simulateFees } from '../commands/quote/simulate-fees';
import { reactions } from '../commands/reactions';
import { sandboxDecisions } from '../commands/sandbox/decisions';
import { sandboxTransfers } from '../commands/sandbox/transfers';
import { decide } from '../commands/trouble/decide';
import { haltPayouts, resumePayouts } from '../commands/trouble/halt';
import { hold } from '../commands/trouble/hold';
import { recordRefund } from '../commands/trouble/record-refund';
import { refundDeposit } from '../commands/trouble/refund-deposit';
import { release } from '../commands/trouble/release';
import { resolveReturn } from '../commands/trouble/resolve-return';
import { settlePix } from '../commands/trouble/settle-pix';
import { withdrawWord } from '../commands/trouble/withdraw-word';
import { blockUser } from '../commands/user/block-user';
import { changeKycStatus } from '../commands/user/change-kyc-status';
import { eraseSubject } from '../commands/user/erasure/erase-subject';
import { openPersonalData } from '../commands/user/erasure/open-personal-data';
import { explainUser } from '../commands/user/explain-user';
import { changeExternalId } from '../commands/user/ids/change-external-id';
import { changeWallet } from '../commands/user/ids/change-wallet';
import { findByExternalId, findUserId } from '../commands/user/ids/find-user';
import { registerUser } from '../commands/user/register-user';
import { finishWalletLogin } from '../commands/wallet-login/finish-wallet-login';
import { registerWallet } from '../commands/wallet-login/register-wallet';
import { sendOtp } from '../commands/wallet-login/send-otp';
import { startWalletLogin } from '../commands/wallet-login/start-wallet-login';
import { verifyOtp } from '../commands/wallet-login/verify-otp';
import { noteTransaction } from '../commands/watching/hints/note-transaction';
import { acceptFinality } from '../commands/watching/operator/accept-finality';
import { acceptGap } from '../commands/watching/operator/accept-gap';
import { giveUpDeposit } from '../commands/watching/operator/give-up-deposit';
import { giveUpTransaction } from '../commands/watching/operator/give-up-transaction';
import { resumeAsset } from '../commands/watching/operator/resume-asset';
import { registerDestination } from '../commands/webhook/register-destination';
import { removeDestination } from '../commands/webhook/remove-destination';
import { replayWebhook } from '../commands/webhook/replay-webhook';
import { requestWebhookTest } from '../commands/webhook/request-webhook-test';
import { rotateWebhookSecret } from '../commands/webhook/rotate-webhook-secret';
import { explainWithdrawal } from '../commands/withdrawal/explain-withdrawal';
import { requestWithdrawal } from '../commands/withdrawal/request-withdrawal';
import { deliveryIdOf, NOTIFICATION_NAMES } from '../projections/notifications';
import { readExpiryEvidence } from '../read-models/due/due-expiries';
import { countOpen } from '../read-models/operators/family-rows';
import { listPartnerIds } from '../read-models/operators/operator-lists';
import { countLiveLinks } from '../read-models/partners/links';
import { partnerReader } from '../read-models/reader';
import { findIntentOfPix } from '../read-models/steps/cashin-pix';
import { cashinCommands, explainCashinWith } from './cashin-commands';
import { isNetwork } from './client-address';
import { kycCommands } from './kyc-commands';
import { foldCashoutIntent } from './reads/fold-intent';
import { foldWithdrawal } from './reads/fold-withdrawal';
import { gathered } from './reads/gathered';
import { canonicalAddressOn, mayCreditAnyWallet, stateOfTheWorld, streamOfPayout, userLookups } from './reads/lookups';
import { paidBarcode } from './reads/paid-barcode';
import { usedElsewhere } from './reads/used-elsewhere';
import { standingByRow, standingByStream } from './reads/user-standing';
import type { ServicePorts } from './service-ports';

/** Every command with its deps bound: the service's composition page. */
export const createService = (given: ServicePorts) => {
  const ports = {
    ...given,
    inTurn: createTurns(),
    walletTurns: createTurns(),
    snapshots: createSnapshots(),
    sharedReads: createSharedReads(),
    streamOfPayout: streamOfPayout(given.query),
    intentOfPix: (endToEndId: string) => findIntentOfPix(given.query, endToEndId),
    ...usedElsewhere(given.query),
    mayCreditAnyWallet: mayCreditAnyWallet(given.query),
    canonicalAddressOn: canonicalAddressOn(given),
  };
  return {
    ...accountCommands(ports),
    ...paymentCommands(ports),
    ...cashinCommands(ports),
    ...kycCommands(ports),
  };
};

interface CommandPorts extends ServicePorts, ReturnType<typeof usedElsewhere> {
  readonly inTurn: InTurn;
  readonly walletTurns: InTurn;
  readonly snapshots: Snapshots;
  readonly sharedReads: SharedReads;
  readonly streamOfPayout: ReturnType<typeof streamOfPayout>;
  readonly intentOfPix: (endToEndId: string) => Promise<string | null>;
  readonly mayCreditAnyWallet: (partnerId: string) => Promise<boolean>;
  readonly canonicalAddressOn: ReturnType<typeof canonicalAddressOn>;
}

const accountCommands = (ports: CommandPorts) => ({
  onboardPartner: onboardPartner(ports),
  changePartnerStanding: changePartnerStanding(ports),
  changePartnerTerms: changePartnerTerms({ ...ports, isNetwork }),
  issueApiKey: issueApiKey(ports),
  issueHmacSecret: issueHmacSecret(ports),
  revokeApiKey: revokeApiKey(ports),
  rotateWebhookSecret: rotateWebhookSecret(ports),
  registerDestination: registerDestination({ ...ports, eventNames: NOTIFICATION_NAMES }),
  removeDestination: removeDestination(ports),
  requestWebhookTest: requestWebhookTest({ ...ports, deliveryIdOf }),
  replayWebhook: replayWebhook(ports),
  createLink: createLink({
    ...ports,
    countLiveLinks: (owner) => countLiveLinks(partnerReader(ports.query, owner), ports.clock.iso()),
  }),
  removeLink: removeLink(ports),
  registerUser: registerUser(ports),
  findUserId: findUserId({ vault: ports.vault, ...userLookups(ports.query) }),
  findByExternalId: findByExternalId({ vault: ports.vault, ...userLookups(ports.query) }),
  changeWallet: changeWallet(ports),
  changeExternalId: changeExternalId(ports),
  changeKycStatus: changeKycStatus(ports),
  blockUser: blockUser(ports),
  openPersonalData: openPersonalData(ports),
  searchPersonalData: searchPersonalData({ ...ports, partnerIds: () => listPartnerIds(ports.query) }),
  startWalletLogin: startWalletLogin(ports),
  finishWalletLogin: finishWalletLogin(ports),
  registerWallet: registerWallet(ports),
  sendOtp: sendOtp(ports),
  verifyOtp: verifyOtp(ports),
  eraseSubject: eraseSubject({ ...ports, countOpen: (userId) => countOpen(ports.query, userId) }),
});

const paymentCommands = (ports: CommandPorts) => ({
  issueQuote: issueQuote({ ...ports, userStanding: standingByStream(ports.eventStore) }),
  simulateFees: simulateFees(ports),
  /** From the stream; null without a quote. */
  getQuote: async ({ user, quoteId }: { readonly user: UserCaller; readonly quoteId: string }) =>
    (await findOwnQuote(ports.eventStore, user, quoteId))?.terms ?? null,
  createCashoutIntent: createCashoutIntent({ ...ports, userStanding: standingByRow(ports.query) }),
  requestWithdrawal: requestWithdrawal({ ...ports, userStanding: standingByStream(ports.eventStore) }),
  /** From the stream, for when the read model lags. */
  foldWithdrawal: foldWithdrawal(ports.eventStore),
  revealGiftCard: revealGiftCard(ports),
  /** Null when the intent pays no boleto or the barcode can no longer be opened. */
  paidBarcode: paidBarcode(ports),
  /** From the stream, for when the read model lags. */
  foldCashoutIntent: foldCashoutIntent(ports.eventStore),
  explain: explain({
    CASHOUT: explainIntent({ ...ports, ...stateOfTheWorld(ports) }),
    CASHIN: explainCashinWith(ports),
    WITHDRAW: explainWithdrawal(ports),
    KYC: explainSession(ports),
    USER: explainUser(ports),
  }),
  currentPrice: currentPrice(ports),
  noteTransaction: noteTransaction(ports),
  holdPayment: hold(ports),
  haltPayouts: haltPayouts(ports),
  resumePayouts: resumePayouts(ports),
  releasePayment: release(ports),
  decideStep: decide(ports),
  withdrawWord: withdrawWord(ports),
  recordRefund: recordRefund(ports),
  resolveReturn: resolveReturn(ports),
  settlePix: settlePix(ports),
  assignDeposit: assignDeposit(ports),
  writeOffDeposit: writeOffDeposit(ports),
  refundDeposit: refundDeposit(ports),
  withdrawProposal: withdrawProposal(ports),
  ...{ ...sandboxDecisions(ports), ...sandboxTransfers(ports) },
  acceptFinality: acceptFinality(ports),
  acceptGap: acceptGap(ports),
  resumeAsset: resumeAsset(ports),
  giveUpDeposit: giveUpDeposit(ports),
  giveUpTransaction: giveUpTransaction(ports),
  reactions: reactions({
    ...ports,
    readExpiryEvidence: gathered((memoHashes: readonly string[]) =>
      readExpiryEvidence(ports.query, ports.settings.expiry, memoHashes, ports.clock.iso()),
    ),
  }),
});

export type Service = ReturnType<typeof createService>;
export type SandboxCommands = ReturnType<typeof sandboxDecisions> & ReturnType<typeof sandboxTransfers>;
