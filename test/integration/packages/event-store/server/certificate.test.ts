import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createIdentity } from '../../../../../packages/event-store/server/certificate';

describe('the certificate of the event store server', () => {
  const { certificate, privateKey } = createIdentity();
  const parsed = new X509Certificate(certificate);

  it('is signed by its own key and names loopback', () => {
    expect(parsed.verify(parsed.publicKey)).toBe(true);
    expect(parsed.checkPrivateKey(createPrivateKey(privateKey))).toBe(true);
    expect(parsed.checkHost('localhost')).toBe('localhost');
    expect(parsed.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(parsed.checkHost('example.com')).toBeUndefined();
  });

  it('is a new one at each call', () => {
    expect(new X509Certificate(createIdentity().certificate).serialNumber).not.toBe(parsed.serialNumber);
  });
});
