const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const CID = /^baf[a-z2-7]{56}$/;

/** A malformed id is unknown without a look-up: it would become part of a stream's name. */
export const isQuoteId = (text: string): boolean => UUID.test(text);

/** Derived from the command's id. */
export const isWithdrawId = (text: string): boolean => UUID.test(text);

/** Id of a cash-in's intent, derived from its quote's id. */
export const isCashinId = (text: string): boolean => UUID.test(text);

/** CIDv1 in base32. */
export const isIntentId = (text: string): boolean => CID.test(text);

const DELIVERY_ID = /^evt_[a-z2-7]{26}$/;
const LINK_CODE = /^[0-9a-f]{32}$/;

export const isDeliveryId = (text: string): boolean => DELIVERY_ID.test(text);

/** 128 random bits in hex. */
export const isLinkCode = (text: string): boolean => LINK_CODE.test(text);
