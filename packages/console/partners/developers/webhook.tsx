import { useState } from 'preact/hooks';
import { Action, fieldOf } from '../../parts/frame/action';
import { Asked } from '../../parts/frame/asked';
import { Empty } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { toast } from '../../parts/toast';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { RotatedSecret, WebhookConfig, WebhookEventName } from '../../wire-partners';
import { removeWebhook, rotateSecret, saveWebhook } from '../api/changes';
import { readWebhook } from '../api/reads';
import { Confirmed } from '../frame/confirmed';
import { Field } from '../frame/filters';
import { Secret } from '../frame/secret';
import { useDashboardWords, useMember } from '../frame/signed-in';

/** The compiler demands every name of the service. */
const EVENTS: Readonly<Record<WebhookEventName, true>> = {
  ...{ INTENT_CONFIRMED: true, INTENT_COMPLETED: true, INTENT_FAILED: true, INTENT_EXPIRED: true },
  ...{ DEPOSIT_UNMATCHED: true, CASHIN_COMPLETED: true, CASHIN_FAILED: true, CASHIN_EXPIRED: true },
  ...{ CASHIN_REFUNDED: true, WITHDRAW_COMPLETED: true, WITHDRAW_FAILED: true, KYC_PENDING: true },
  ...{ KYC_IN_PROGRESS: true, KYC_IN_REVIEW: true, KYC_APPROVED: true, KYC_REJECTED: true, KYC_EXPIRED: true },
};

const NAMES = Object.keys(EVENTS) as WebhookEventName[];

export const Webhook = () => {
  const { developers } = useDashboardWords();
  const { may } = useMember();
  return (
    <>
      <section aria-labelledby="webhook">
        <h2 id="webhook">{developers.webhook}</h2>
        <Asked ask={readWebhook}>
          {(config, onReload) => <Destination key={config?.updatedAt} config={config} onReload={onReload} />}
        </Asked>
      </section>
      {may('configure') && <SigningSecret />}
    </>
  );
};

interface DestinationProps {
  readonly config: WebhookConfig | null;
  readonly onReload: () => void;
}

export const Destination = ({ config, onReload }: DestinationProps) => {
  const { developers } = useDashboardWords();
  const { may } = useMember();
  const send = (fields: FormData) =>
    saveWebhook(
      fieldOf(fields, 'url'),
      NAMES.filter((name) => fields.has(name)),
    );
  const onSaved = () => {
    toast(developers.saved);
    onReload();
  };
  return (
    <>
      {config === null ? <Empty>{developers.noWebhook}</Empty> : <Registered config={config} />}
      {may('configure') && (
        <Action action={developers.register} send={send} onDone={onSaved}>
          <Field name={developers.url}>
            <input type="url" name="url" required maxLength={2048} value={config?.url ?? ''} spellcheck={false} />
          </Field>
          <EventBoxes chosen={config?.events ?? []} />
        </Action>
      )}
      {may('configure') && config !== null && (
        <Confirmed
          action={developers.removeWebhook}
          lead={developers.noWebhook}
          send={removeWebhook}
          onDone={onReload}
        />
      )}
    </>
  );
};

const Registered = ({ config: { url, updatedAt } }: { config: WebhookConfig }) => {
  const { page } = useReader().words;
  return (
    <p>
      <Text>{url}</Text>{' '}
      <span class="muted">
        {page.updated} <Time of={updatedAt} />
      </span>
    </p>
  );
};

const EventBoxes = ({ chosen }: { chosen: readonly string[] }) => {
  const { developers } = useDashboardWords();
  return (
    <fieldset class="boxes">
      <legend>{developers.events}</legend>
      {NAMES.map((name) => (
        <label key={name} class="inline">
          <input type="checkbox" name={name} defaultChecked={chosen.includes(name)} />
          <code>{name}</code>
        </label>
      ))}
    </fieldset>
  );
};

const SigningSecret = () => {
  const { developers } = useDashboardWords();
  const [rotated, setRotated] = useState<RotatedSecret | null>(null);
  return (
    <section aria-labelledby="secret">
      <h2 id="secret">{developers.secret}</h2>
      <p>{developers.rotateLead}</p>
      {rotated !== null && <Secret>{rotated.webhookSecret}</Secret>}
      {rotated?.previousValidUntil != null && (
        <p>
          {developers.validUntil} <Time of={rotated.previousValidUntil} />
        </p>
      )}
      <Action action={developers.rotate} send={rotateSecret} onDone={setRotated} />
    </section>
  );
};
