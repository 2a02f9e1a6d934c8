import assert from 'node:assert/strict';
import { assertContains, assertSame } from '../assertions';
import { type Cases, needing } from '../cases';
import { assertFails, mustSucceed } from '../providers';
import { PERSON, type Scene } from './scene';

const isLink = (url: string | undefined): boolean => url !== undefined && URL.canParse(url);

export const STARTS: Cases<Scene> = {
  'starts a session with a link, and reports it under its id': async ({ started, get }) => {
    const { state, webViewUrl, providerSessionId } = await started();
    assertSame([state, isLink(webViewUrl)], ['CREATED', true]);
    assertContains(await get(providerSessionId), { providerSessionId, state: 'CREATED' });
  },

  'starts one session for a reference that is started twice': async ({ provider, context, request }) => {
    const asked = request();
    const { providerSessionId } = mustSucceed(await provider.start(context(), asked));
    assertContains(mustSucceed(await provider.start(context(), asked)), { providerSessionId });
    const found = mustSucceed(await provider.find(context(), asked.ref));
    assertSame(
      found.map((each) => each.providerSessionId),
      [providerSessionId],
    );
  },

  'finds a session whose answer was lost': needing(['loseAnswer'], async ({ provider, context, request, arm }) => {
    const asked = request();
    await arm('loseAnswer');
    assertFails(await provider.start(context(), asked), 'UNKNOWN');
    const [found, another] = mustSucceed(await provider.find(context(), asked.ref));
    assertSame([found?.state, another], ['CREATED', undefined]);
  }),

  'says NOT_FOUND of an unknown session, and finds none of an unknown reference': async (scene) => {
    const { provider, context, request, started } = scene;
    const { providerSessionId } = await started();
    const unknown = `${providerSessionId.slice(0, -1)}${providerSessionId.endsWith('0') ? '1' : '0'}`;
    assertFails(await provider.get(context(), unknown), 'NOT_FOUND');
    assertFails(await provider.reopen(context(), unknown), 'NOT_FOUND');
    assertSame(mustSucceed(await provider.find(context(), request().ref)), []);
  },

  "says NOT_FOUND of another partner's session": needing(['PARTNER'], async ({ provider, context, started }) => {
    const { providerSessionId, ref } = await started();
    assertFails(await provider.get(context('partner-2'), providerSessionId), 'NOT_FOUND');
    assertSame(mustSucceed(await provider.find(context('partner-2'), ref)), []);
  }),

  'gives a link to an open session again': async ({ provider, context, started }) => {
    const { providerSessionId } = await started();
    const { webViewUrl, state } = mustSucceed(await provider.reopen(context(), providerSessionId));
    assertSame([isLink(webViewUrl), state], [true, 'CREATED']);
  },
};

export const ENDS: Cases<Scene> = {
  'reports the document and the birth date of an approved person': needing(['approve', 'settle'], async (scene) => {
    const { document, birthDate } = PERSON;
    assertContains(await scene.settled('approve'), { state: 'APPROVED', verified: { document, birthDate } });
  }),

  'reports a rejection with a reason': needing(['reject', 'settle'], async ({ settled }) => {
    const { state, rejection } = await settled('reject');
    assertSame([state, typeof rejection?.code], ['REJECTED', 'string']);
  }),

  'reports a review as no decision': needing(['review', 'settle'], async ({ settled }) =>
    assertContains(await settled('review'), { state: 'IN_REVIEW' }),
  ),

  'begins an expired session again': needing(['expire', 'settle'], async ({ provider, context, settled, get }) => {
    const { state, providerSessionId } = await settled('expire');
    const again = mustSucceed(await provider.reopen(context(), providerSessionId));
    assertSame([state, isLink(again.webViewUrl)], ['EXPIRED', true]);
    assertContains(await get(again.providerSessionId), { state: 'CREATED' });
  }),
};

export const TROUBLE: Cases<Scene> = {
  'says UNAVAILABLE of a question without an answer, and knows the session afterwards': needing(
    ['unavailable'],
    async ({ provider, context, started, arm, get }) => {
      const { providerSessionId } = await started();
      await arm('unavailable');
      assertFails(await provider.get(context(), providerSessionId), 'UNAVAILABLE');
      assertContains(await get(providerSessionId), { providerSessionId });
    },
  ),

  'takes an unlisted status for no state': needing(
    ['unlistedStatus'],
    async ({ provider, context, started, arm, get }) => {
      const { providerSessionId } = await started();
      await arm('unlistedStatus');
      const said = await provider.get(context(), providerSessionId);
      assert.ok(!said.ok && said.code === 'PROTOCOL', JSON.stringify(said));
      assertContains(await get(providerSessionId), { state: 'CREATED' });
    },
  ),

  'erases a person with all sessions, and an unknown one': needing(['BY_CALL'], async (scene) => {
    const { provider, context, request, started } = scene;
    const [{ providerSessionId, ref }, other] = [await started(), await started()];
    for (let count = 0; count < 2; count += 1) mustSucceed(await provider.erase(context(), ref));
    assertFails(await provider.get(context(), providerSessionId), 'NOT_FOUND');
    assertSame(mustSucceed(await provider.find(context(), ref)), []);
    mustSucceed(await provider.erase(context(), request().ref));
    assertContains(mustSucceed(await provider.get(context(), other.providerSessionId)), { state: 'CREATED' });
  }),

  'says that a person must erase, and confirms the erasure of an unknown one': needing(['BY_PERSON'], async (scene) => {
    const { provider, context, request, started } = scene;
    const { ref } = await started();
    assertFails(await provider.erase(context(), ref), 'REJECTED', 'UNSUPPORTED');
    mustSucceed(await provider.erase(context(), request().ref));
  }),
};
