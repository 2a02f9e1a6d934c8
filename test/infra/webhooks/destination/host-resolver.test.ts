import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createHostResolver } from '../../../../infra/webhooks/destination/host-resolver';

/** A name server on loopback: `respond` gets the query and gives the answer, or null for silence. */
async function nameServer(respond: (query: Buffer, isIpv6: boolean) => Buffer | null) {
  const socket: Socket = createSocket('udp4');
  socket.on('message', (query, sender) => {
    const answer = respond(query, hasIpv6Question(query));
    if (answer !== null) socket.send(answer, sender.port, sender.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  open.push(socket);
  return { address: `127.0.0.1:${socket.address().port}` };
}

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});

const questionEnd = (query: Buffer) => query.indexOf(0, 12) + 5;
const hasIpv6Question = (query: Buffer) => query.readUInt16BE(questionEnd(query) - 4) === 28;

/** The question, and an answer section with these raw addresses. */
const answerWith = (query: Buffer, addresses: readonly Buffer[]): Buffer => {
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt16BE(0, 8);
  header.writeUInt16BE(0, 10);
  const records = addresses.map((address) => {
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(address.length === 4 ? 1 : 28, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(address.length, 10);
    return Buffer.concat([record, address]);
  });
  return Buffer.concat([header, query.subarray(12, questionEnd(query)), ...records]);
};

const IPV4 = [Buffer.from([192, 0, 2, 1]), Buffer.from([10, 0, 0, 1])];
const IPV6 = [Buffer.from('20010db8000000000000000000000001', 'hex')];

it('returns every address of both families', async () => {
  const server = await nameServer((query, isIpv6) => answerWith(query, isIpv6 ? IPV6 : IPV4));
  const resolve = createHostResolver({ timeoutMs: 60_000, servers: [server.address] });
  expect([...(await resolve('hooks.example.com'))].sort()).toEqual(['10.0.0.1', '192.0.2.1', '2001:db8::1']);
});

it('accepts a single family', async () => {
  const server = await nameServer((query, isIpv6) => answerWith(query, isIpv6 ? [] : IPV4));
  const resolve = createHostResolver({ timeoutMs: 60_000, servers: [server.address] });
  expect([...(await resolve('hooks.example.com'))].sort()).toEqual(['10.0.0.1', '192.0.2.1']);
});

it('reports that a name has no address', async () => {
  const server = await nameServer((query) => answerWith(query, []));
  const resolve = createHostResolver({ timeoutMs: 60_000, servers: [server.address] });
  await expect(resolve('hooks.example.com')).rejects.toThrow('hooks.example.com does not resolve (ENODATA, ENODATA)');
});

it('stops waiting for a name server that never answers', async () => {
  const server = await nameServer(() => null);
  const resolve = createHostResolver({ timeoutMs: 50, servers: [server.address] });
  await expect(resolve('hooks.example.com')).rejects.toThrow(/does not resolve \((ECANCELLED|ETIMEOUT), /);
});
