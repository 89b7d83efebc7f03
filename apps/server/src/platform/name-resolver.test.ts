import { createSocket } from 'node:dgram'
import { expect, test } from 'vitest'
import { createNameResolver } from './name-resolver.ts'
import { isPublicAddress, pinnedLookup } from './public-address.ts'

const TYPE = { A: 1, AAAA: 28 } as const
const V4 = [8, 8, 8, 8]
const V6 = [0x26, 0x06, 0x47, 0, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x11]

/** A name server on loopback. `answer` yields the addresses of a type, or undefined for no answer at all. */
async function startNameServer(answer: (type: number) => readonly number[][] | undefined) {
  const socket = createSocket('udp4')
  let queries = 0
  socket.on('message', (query, { port, address }) => {
    queries += 1
    // after the header the name ends with an empty label; then come the type and the class
    const end = query.indexOf(0, 12) + 5
    const found = answer(query.readUInt16BE(end - 4))
    if (found === undefined) return
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(0x8180, 2)
    header.writeUInt16BE(found.length, 6)
    header.fill(0, 8)
    const question = query.subarray(12, end)
    const records = found.map((bytes) =>
      Buffer.from([0xc0, 12, ...query.subarray(end - 4, end), 0, 0, 0, 60, 0, bytes.length, ...bytes]),
    )
    socket.send(Buffer.concat([header, question, ...records]), port, address)
  })
  await new Promise<void>((ready) => socket.bind(0, '127.0.0.1', ready))
  return {
    server: `127.0.0.1:${socket.address().port}`,
    queries: () => queries,
    [Symbol.dispose]: () => socket.close(),
  }
}

const addressesOf = (resolve: ReturnType<typeof createNameResolver>, name: string) =>
  new Promise((resolved, rejected) => {
    resolve(name, (error, addresses = []) => {
      if (error === null) resolved(new Set(addresses.map(({ address }) => address)))
      else rejected(error)
    })
  })

test('all addresses of both families are found, and one family is enough', async () => {
  using both = await startNameServer((type) => (type === TYPE.A ? [V4] : [V6]))
  using one = await startNameServer((type) => (type === TYPE.AAAA ? [V6] : []))

  expect(await addressesOf(createNameResolver({ servers: [both.server] }), 'app.example')).toEqual(
    new Set(['8.8.8.8', '2606:4700:4700::1111']),
  )
  expect(await addressesOf(createNameResolver({ servers: [one.server] }), 'app.example')).toEqual(
    new Set(['2606:4700:4700::1111']),
  )
})

test('one private address among them forbids the name', async () => {
  using private6 = await startNameServer((type) => (type === TYPE.A ? [V4] : [[0xfd, ...V6.slice(1)]]))
  const lookup = pinnedLookup(isPublicAddress, createNameResolver({ servers: [private6.server] }))
  const error = await new Promise((done) => lookup('app.example', { all: true }, done))
  expect(error).toMatchObject({ message: 'app.example is not a public address' })
})

test('an unknown name is an error, and so is a name server that never answers', async () => {
  using empty = await startNameServer(() => [])
  using silent = await startNameServer(() => undefined)

  await expect(
    addressesOf(createNameResolver({ servers: [empty.server] }), 'app.example'),
  ).rejects.toMatchObject({ code: 'ENODATA' })
  await expect(
    addressesOf(createNameResolver({ servers: [silent.server], timeoutMs: 20, tries: 1 }), 'app.example'),
  ).rejects.toMatchObject({ code: 'ETIMEOUT' })
  expect(silent.queries()).toBe(2)
})

test('loopback names are known without a name server, and not public', async () => {
  using nameServer = await startNameServer(() => [V4])
  const resolve = createNameResolver({ servers: [nameServer.server] })
  for (const name of ['localhost', 'app.localhost'])
    expect(await addressesOf(resolve, name)).toEqual(new Set(['127.0.0.1']))
  expect(nameServer.queries()).toBe(0)
})
