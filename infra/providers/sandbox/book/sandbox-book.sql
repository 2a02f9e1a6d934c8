CREATE SCHEMA IF NOT EXISTS lastro;
-- The state of every simulated provider, the callbacks that it has still to make, and its partners' times.
-- No personal data in clear: payees and payers are masked, persons sealed.
CREATE TABLE IF NOT EXISTS lastro.sandbox_book (
  -- payout, payee, charge, refund, delivery or kyc; callback; time
  kind text NOT NULL,
  partner_id text NOT NULL,
  key text NOT NULL,
  state jsonb NOT NULL,
  -- Milliseconds since 1970: when it was booked; when a callback is due. How far a partner's time is ahead.
  at_ms bigint NOT NULL,
  PRIMARY KEY (kind, partner_id, key)
);
CREATE INDEX IF NOT EXISTS sandbox_book_by_time ON lastro.sandbox_book (kind, partner_id, at_ms, key);
CREATE INDEX IF NOT EXISTS sandbox_book_due ON lastro.sandbox_book (at_ms, key) WHERE kind = 'callback';
