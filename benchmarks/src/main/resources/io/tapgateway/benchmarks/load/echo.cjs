// An echo in Node, for the load harness: node echo.cjs DIRECTORY-WITH-WS
const { WebSocketServer } = require(require.resolve('ws', { paths: [process.argv[2]] }));
const readline = require('node:readline');

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('connection', socket => socket.on('message', data => socket.send(data, { binary: false })));
server.on('listening', () => console.log(`listening ws://127.0.0.1:${server.address().port}/`));
readline.createInterface({ input: process.stdin })
    .on('line', line => line === 'cpu' && console.log((({ user, system }) => (user + system) * 1000)(process.cpuUsage())))
    .on('close', () => process.exit(0));
