import { summaryOf } from '../../aggregates/codes/payment-code';
import type { Position } from '../../aggregates/events';
import { link } from '../../aggregates/link/link';
import type { Mode } from '../../aggregates/partner/events';
import { invalidField, rejection } from '../../aggregates/rejection';
import type { CommandContext } from '../handling/context';
import { handle } from '../handling/handle';
import type { HandleDeps } from '../handling/request';
import { readCode } from '../invoices/read-invoice';
import type { Catalog } from '../ports/chains/catalog';
import type { Ids } from '../ports/ids';
import type { KeyVault } from '../ports/key-vault';
import { payableAsset } from '../quote/price-payment';

/** Per partner and mode; a race may let a few more through. */
export const MAXIMUM_LIVE_LINKS = 1_000;

export interface CreateLink {
  readonly partnerId: string;
  readonly mode: Mode;
  readonly invoiceCode: string;
  /** Must agree with the code's amount, if it has one. */
  readonly amountCents: bigint | null;
  readonly assetId: number | null;
  readonly description: string | null;
  readonly lifetimeSeconds: number;
}

export interface CreateLinkDeps extends HandleDeps {
  readonly ids: Ids;
  readonly vault: KeyVault;
  readonly catalog: Catalog;
  readonly countLiveLinks: (owner: { readonly partnerId: string; readonly mode: Mode }) => Promise<number>;
}

export interface CreatedLink {
  readonly linkCode: string;
  readonly amountCents: bigint | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly position: Position | null;
}

/** A link shows its holder the payment to make. Refuses VALIDATION_ERROR, INVALID_ASSET_ID, LIMIT_EXCEEDED. */
export const createLink =
  (deps: CreateLinkDeps) =>
  async (input: CreateLink, context: CommandContext): Promise<CreatedLink> => {
    const { partnerId, mode, assetId } = input;
    const nowMs = deps.clock.now();
    const amountCents = amountOf(input, nowMs);
    if (assetId !== null) payableAsset(deps.catalog, assetId, mode);
    if ((await deps.countLiveLinks({ partnerId, mode })) >= MAXIMUM_LIVE_LINKS) {
      throw rejection('LIMIT_EXCEEDED', `At most ${MAXIMUM_LIVE_LINKS} links may be live; remove one first`);
    }
    const linkCode = deps.ids.hex(16);
    const createdAt = new Date(nowMs).toISOString();
    const expiresAt = new Date(nowMs + input.lifetimeSeconds * 1000).toISOString();
    const seal = (text: string) => deps.vault.seal(partnerId, text);
    const created = {
      ...{ linkCode, partnerId, mode, assetId, createdAt, expiresAt },
      invoiceCode: await seal(input.invoiceCode),
      amountCents: amountCents === null ? null : amountCents.toString(),
      description: input.description === null ? null : await seal(input.description),
    };
    const { position } = await handle(deps, link, {
      id: linkCode,
      context,
      command: { type: 'CreateLink', link: created },
      opensStream: true,
    });
    return { linkCode, amountCents, createdAt, expiresAt, position };
  };

const amountOf = ({ invoiceCode, amountCents }: CreateLink, nowMs: number): bigint | null => {
  const { amountCents: fixedCents } = summaryOf(readCode(invoiceCode, nowMs));
  if (fixedCents !== null && amountCents !== null && amountCents !== fixedCents) {
    throw invalidField('amount', 'must equal the amount of the code');
  }
  return fixedCents ?? amountCents;
};
