import net from 'node:net';
import { countConnections, linesOf } from './connections';

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1538 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 111 1 0 100 0 0 10 0
   1: 0100007F:B2C4 0100007F:0841 01 00000000:00000000 00:00000000 00000000     0        0 222 1 0 20 4 0 10 -1
`;

test('established sockets alone are read of the table', () => {
  expect(linesOf(TABLE)).toEqual([{ remotePort: 2113, inode: '222' }]);
});

const isLinux = process.platform === 'linux';
if (!isLinux) process.stderr.write('*** Not Linux: the counting of connections is NOT TESTED ***\n');
const onLinux = isLinux ? test : test.skip;

onLinux('connections of one process to one port are counted, and no others', async () => {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  const open = (): Promise<net.Socket> =>
    new Promise((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => resolve(socket));
    });
  expect(countConnections(process.pid, [port])).toBe(0);
  const sockets = [await open(), await open()];
  expect(countConnections(process.pid, [port])).toBe(2);
  expect(countConnections(process.pid, [port + 1])).toBe(0);
  expect(countConnections(process.ppid, [port])).toBe(0);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});
