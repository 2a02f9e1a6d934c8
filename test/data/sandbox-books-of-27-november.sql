-- The sandbox's tables as the version of 27 November 2026 made them, with what was open there.
CREATE SCHEMA sandbox_bank;
CREATE TABLE sandbox_bank.orders (
  partner_id text NOT NULL, idempotency_key text NOT NULL, provider_id text NOT NULL,
  amount_cents numeric(38, 0) NOT NULL, scenario text NOT NULL, settle_delay_ms integer NOT NULL, calls integer NOT NULL,
  booked_at_ms bigint, decision text, decided_at_ms bigint, kind text NOT NULL DEFAULT 'PIX_BRCODE', payee_key_masked text,
  called_at_ms bigint, decision_code text, returned_cents numeric(38, 0) NOT NULL DEFAULT 0,
  booked_ahead_ms bigint NOT NULL DEFAULT 0, PRIMARY KEY (partner_id, idempotency_key)
);
CREATE TABLE sandbox_bank.callbacks (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, provider_event_id text NOT NULL, idempotency_key text NOT NULL,
  due_at_ms bigint NOT NULL, forged boolean NOT NULL, tries integer NOT NULL DEFAULT 0, first_due_at_ms bigint,
  type text NOT NULL DEFAULT 'payout.changed', partner_id text
);
CREATE TABLE sandbox_bank.times (partner_id text PRIMARY KEY, ahead_ms bigint NOT NULL);
CREATE SCHEMA sandbox_books;
CREATE TABLE sandbox_books.entries (
  book text NOT NULL, partner_id text NOT NULL, idempotency_key text NOT NULL, opened_at_ms bigint NOT NULL,
  entry jsonb NOT NULL, PRIMARY KEY (book, partner_id, idempotency_key)
);
CREATE SCHEMA sandbox_kyc;
CREATE TABLE sandbox_kyc.sessions (
  partner_id text NOT NULL, ref text NOT NULL, provider_session_id text NOT NULL UNIQUE, person bytea NOT NULL,
  settle_delay_ms integer NOT NULL, opened_at_ms bigint NOT NULL, openings integer NOT NULL, decision text,
  decided_reason text, scenario text, PRIMARY KEY (partner_id, ref)
);
CREATE TABLE sandbox_kyc.callbacks (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, provider_event_id text NOT NULL UNIQUE,
  partner_id text NOT NULL, ref text NOT NULL, due_at_ms bigint NOT NULL, first_due_at_ms bigint,
  tries integer NOT NULL DEFAULT 0, FOREIGN KEY (partner_id, ref) REFERENCES sandbox_kyc.sessions ON DELETE CASCADE
);

-- 2026-11-20T12:00:00.000Z is 1795176000000. The partner p has moved its time on by a minute.
INSERT INTO sandbox_bank.times VALUES ('p', 60000);
INSERT INTO sandbox_bank.orders (partner_id, idempotency_key, provider_id, amount_cents, scenario, settle_delay_ms, calls,
  booked_at_ms, decision, decided_at_ms, kind, payee_key_masked, called_at_ms, decision_code, returned_cents, booked_ahead_ms)
VALUES
  ('p', 'settles', 'sbx_pay_1', 500, 'DEFAULT', 2000, 1, 1795175999000, NULL, NULL, 'PIX_KEY', 'f***@***.com', 1795175999000, NULL, 0, 60000),
  ('p', 'stuck', 'sbx_pay_2', 12345678901234567890, 'STUCK', 2000, 1, 1795175999000, NULL, NULL, 'PIX_BRCODE', NULL, NULL, NULL, 0, 0),
  ('p', 'returned', 'sbx_pay_3', 500, 'STUCK', 2000, 1, 1795175999000, 'SETTLED', 1795175999500, 'GIFT_CARD', NULL, 1795175999000, NULL, 200, 60000),
  ('p', 'refused', 'sbx_pay_4', 500, 'TRAVEL', 2000, 1, 1795175999000, 'FAILED', 1795175999500, 'PIX_KEY', NULL, 1795175999000, 'ACCOUNT_CLOSED', 0, 60000),
  ('q', 'lost', 'sbx_pay_5', 500, 'FLAP', 2000, 2, NULL, NULL, NULL, 'PIX_KEY', NULL, 1795175999000, NULL, 0, 0);
INSERT INTO sandbox_bank.callbacks (provider_event_id, idempotency_key, due_at_ms, forged, tries, first_due_at_ms, type, partner_id)
VALUES
  ('sbx_evt_1', 'settles', 1795176001000, false, 0, NULL, 'payout.changed', NULL),
  ('sbx_evt_1', 'settles', 1795176001000, false, 0, NULL, 'payout.changed', NULL),
  ('sbx_evt_2', 'charge', 1795176002000, true, 3, 1795175999000, 'charge.changed', 'p'),
  ('sbx_evt_3', 'of a reset', 1795176002000, false, 0, NULL, 'payout.changed', NULL);
INSERT INTO sandbox_books.entries VALUES
  ('charges', 'p', 'charge', 1795175999000, '{"providerId": "sbx_chg_1", "txid": "sbx1", "brCode": "000201",
    "amountCents": "15000", "splitCents": null, "payerTaxIdMasked": "***.428.201-**", "scenario": "CHARGE",
    "settleDelayMs": 2000, "expiresAtMs": 1795176299000, "calls": 1, "bookedAtMs": 1795175999000, "bookedAheadMs": 60000,
    "cancelledAtMs": null, "disputeDecision": null,
    "paid": [{"endToEndId": "sbx_E1", "amountCents": "15000", "payerTaxIdMasked": "***.428.201-**",
      "isExpectedPayer": true, "paidAtMs": 1795175999500}],
    "refunds": [{"refundKey": "refund", "endToEndId": "sbx_E1", "amountCents": "1000", "state": "DONE"}]}'),
  ('refunds', 'p', 'refund', 1795175999600, '{"chargeKey": "charge"}'),
  ('deliveries', 'p', 'delivery', 1795175999000, '{"providerId": "sbx_dlv_1", "assetId": 201, "network": "ethereum",
    "destination": "0xbb", "amountBaseUnits": "27000000", "scenario": "DELIVERY", "settleDelayMs": 2000,
    "broadcastAtMs": 1795175999000, "bookedAheadMs": 60000, "decision": null}');
