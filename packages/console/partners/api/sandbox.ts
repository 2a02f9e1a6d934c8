import { type Answer, answerOf, dataIn } from '../../parts/frame/answer';
import { client } from './client';

export type DepositKind =
  | 'exact'
  | 'underpaid'
  | 'overpaid'
  | 'late'
  | 'wrong-memo'
  | 'wrong-asset'
  | 'duplicate'
  | 'reverted';

export const placeDeposit = (intentId: string, kind: DepositKind): Promise<Answer<string>> =>
  answerOf(client.POST('/api/v1/sandbox/deposits', { body: { intentId, kind } }), () => intentId);

export const decidePayout = (paymentId: string, outcome: 'settle' | 'reject'): Promise<Answer<string>> => {
  const params = { path: { paymentId } };
  return outcome === 'settle'
    ? answerOf(client.POST('/api/v1/sandbox/payouts/{paymentId}/settle', { params }), () => paymentId)
    : answerOf(client.POST('/api/v1/sandbox/payouts/{paymentId}/reject', { params, body: {} }), () => paymentId);
};

export const payCharge = (intentId: string): Promise<Answer<string>> =>
  answerOf(
    client.POST('/api/v1/sandbox/charges/{intentId}/pay', { params: { path: { intentId } }, body: {} }),
    () => intentId,
  );

export const decideSession = (sessionId: string, decision: 'APPROVED' | 'REJECTED'): Promise<Answer<string>> => {
  const params = { path: { sessionId } };
  return answerOf(
    client.POST('/api/v1/sandbox/kyc/sessions/{sessionId}/decide', { params, body: { decision } }),
    () => sessionId,
  );
};

export const advance = (seconds: number): Promise<Answer<number>> =>
  answerOf(client.POST('/api/v1/sandbox/advance', { body: { seconds } }), ({ data }) => data.aheadSeconds);

/** Simulated dollars, on the simulated network. */
const ASSET = 9102;
const USER = 'dashboard-test';
const QUOTE = { assetId: ASSET, pixKey: 'fulano@exemplo.com', amount: 12.5 };

const then = async <From, To>(
  asked: Promise<Answer<From>>,
  next: (data: From) => Promise<Answer<To>>,
): Promise<Answer<To>> => {
  const answer = await asked;
  return answer.isOk ? next(answer.data) : answer;
};

const approvedUser = (): Promise<Answer<string>> =>
  then(answerOf(client.POST('/api/v1/users', { body: { externalUserId: USER } }), dataIn), ({ userId }) => {
    const approved = { params: { path: { userId } }, body: { kycStatus: 'APPROVED' } } as const;
    return answerOf(client.PATCH('/api/v1/users/{userId}/kyc', approved), () => userId);
  });

/** The requests of a backend and its user, one after the other; answers the payment's id. */
export const makePayment = (kind: DepositKind): Promise<Answer<string>> =>
  then(approvedUser(), (uid) =>
    then(answerOf(client.POST('/api/v1/auth/token', { body: { uid } }), dataIn), ({ token }) => {
      // A credential in the header counts alone; the token stays in memory.
      const headers = { Authorization: `Bearer ${token}` };
      return then(answerOf(client.POST('/api/v1/cashout/quote', { headers, body: QUOTE }), dataIn), ({ quoteId }) =>
        then(answerOf(client.POST('/api/v1/cashout/intent', { headers, body: { quoteId } }), dataIn), ({ intentId }) =>
          placeDeposit(intentId, kind),
        ),
      );
    }),
  );
