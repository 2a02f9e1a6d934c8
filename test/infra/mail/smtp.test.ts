import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { OneTimeCode } from '../../../commands/wallet-login/otp-sender';
import { createSmtpSender, type SmtpSender } from '../../../infra/mail/smtp';
import { CERTIFICATE, CERTIFICATE_KEY } from '../webhooks/certificate';

const message: OneTimeCode = {
  destination: 'ana@example.com',
  code: '40917263',
  instanceId: 'lastro',
  expiresAt: '2026-11-20T12:10:00.000Z',
};

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
  readonly user: string | undefined;
}

const servers: SMTPServer[] = [];
const senders: SmtpSender[] = [];
const logged: object[] = [];

afterEach(async () => {
  for (const sender of senders.splice(0)) await sender.close();
  for (const server of servers.splice(0)) await new Promise<void>((resolve) => server.close(resolve));
  logged.length = 0;
});

/** A real server on loopback; answers its port and what it received. */
const listen = async (options: SMTPServerOptions = {}, host = '127.0.0.1') => {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        const to = rcptTo.map(({ address }) => address);
        received.push({ from, to, text: Buffer.concat(chunks).toString(), user: session.user });
        done();
      });
    },
    ...options,
  });
  // A client that hangs up is what some of these tests are about.
  server.on('error', () => undefined);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return { port: (server.server.address() as AddressInfo).port, received };
};

const sendBy = async (url: string, sent = message): Promise<void> => {
  const logger = { error: (fields: object) => void logged.push(fields) };
  const sender = await createSmtpSender({ url, from: 'lastro <no-reply@lastro.example>', logger });
  senders.push(sender);
  sender.send(sent);
  await sender.close();
};

test('delivers the code, and keeps it out of the subject', async () => {
  const { port, received } = await listen({ disabledCommands: ['AUTH', 'STARTTLS'] });
  await sendBy(`smtp://127.0.0.1:${port}`);
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({ from: 'no-reply@lastro.example', to: ['ana@example.com'] });
  const [head = '', body = ''] = received[0]?.text.split('\r\n\r\n', 2) ?? [];
  expect(head).toMatch(/^Subject: Your sign-in code for lastro$/m);
  expect(head).not.toContain(message.code);
  expect(body).toContain(`Your code is ${message.code}.`);
  expect(logged).toEqual([]);
});

test('refuses an untrusted certificate, with any URL', async () => {
  const { port, received } = await listen({ secure: true, cert: CERTIFICATE, key: CERTIFICATE_KEY });
  await sendBy(`smtps://127.0.0.1:${port}?tls.rejectUnauthorized=false`);
  expect(received).toEqual([]);
  expect(logged).toHaveLength(1);
});

test('logs a failure only by its kind: no code, no address, no text of the server', async () => {
  const { port } = await listen({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(new Error(`${address} lives nowhere`)),
  });
  await sendBy(`smtp://127.0.0.1:${port}`);
  expect(logged).toEqual([{ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }]);
});

test('logs an unreachable server, and delays no caller', async () => {
  const { port } = await listen({ disabledCommands: ['STARTTLS'] });
  for (const server of servers.splice(0)) await new Promise<void>((resolve) => server.close(resolve));
  await sendBy(`smtp://127.0.0.1:${port}`);
  expect(logged).toEqual([expect.objectContaining({ code: 'ESOCKET' })]);
});

test('sends nothing in clear beyond this machine', async () => {
  const { port, received } = await listen({ disabledCommands: ['AUTH', 'STARTTLS'] }, '127.0.0.2');
  await sendBy(`smtp://127.0.0.2:${port}`);
  expect(received).toEqual([]);
  expect(logged).toEqual([expect.objectContaining({ code: 'ETLS', command: 'STARTTLS' })]);
});
