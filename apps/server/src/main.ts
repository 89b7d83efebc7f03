/** Starts the server: configuration, database, schema, services, port. Stops in reverse order on a signal. */
import type { AddressInfo } from 'node:net'
import { createApp } from './app.ts'
import { isReachableWithoutName, needsSetupCode, publicUrl, readConfig, type Config } from './config.ts'
import { isFirstRun, createSetupCode } from './features/auth/index.ts'
import { isSuperuser, openDatabase } from './platform/database.ts'
import { startDatabase } from './platform/embedded-postgres/index.ts'
import { createLogger, type Logger } from './platform/logger.ts'
import { migrate } from './platform/migrate.ts'
import { saveInstanceUrl } from './platform/instance-url.ts'
import { StartupError } from './platform/startup-error.ts'
import { buildServices } from './services.ts'

/** A stop that takes longer is cut short; nothing acknowledged is lost by that. */
const STOP_WITHIN_MS = 15_000

try {
  await start(readConfig(process.env))
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function start(config: Config): Promise<void> {
  const logger = createLogger(config.logLevel)
  const database = await provideDatabase(config, logger)
  const stops: (() => Promise<void>)[] = [database.stop]
  const stopAll = async () => {
    for (const stop of stops.toReversed()) await stop()
  }

  try {
    const open = openDatabase(database.url, (error) =>
      logger.warn({ err: error }, 'a database connection broke'),
    )
    stops.push(open.close)
    await migrate(open)
    if (await isSuperuser(open.db)) {
      logger.warn('DATABASE_URL connects as a superuser; a role that owns its database is enough, and safer')
    }

    let port = config.port
    const services = await buildServices({
      config,
      database: open,
      databaseUrl: database.url,
      logger,
      port: () => port,
    })
    stops.push(services.stop)

    const server = await createApp(services)
    stops.push(() => server.close())
    await listen(server, config)
    port = (server.server.address() as AddressInfo).port

    onSignal(logger, stopAll)
    await announce(config, services, port)
  } catch (error) {
    await stopAll().catch(() => {})
    throw error
  }
}

async function provideDatabase(
  config: Config,
  logger: Logger,
): Promise<{ url: string; stop: () => Promise<void> }> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, stop: async () => {} }
  const embedded = await startDatabase({ dataDir: config.dataDir, log: (line) => logger.debug(line) })
  return { url: embedded.url, stop: () => embedded.stop() }
}

async function listen(server: Awaited<ReturnType<typeof createApp>>, { host, port }: Config): Promise<void> {
  try {
    await server.listen({ host, port })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') throw new StartupError(`Port ${port} is in use; set PORT to a free one`)
    if (code === 'EACCES')
      throw new StartupError(`Port ${port} may not be opened by this user; set PORT to another`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartupError(`HOST ${host} is no address of this machine`)
    }
    throw error
  }
}

async function announce(
  config: Config,
  services: Awaited<ReturnType<typeof buildServices>>,
  port: number,
): Promise<void> {
  const address = publicUrl(config, port)
  await saveInstanceUrl(services.db, address)
  const isNew = await isFirstRun(services.db)
  const first = isNew ? ' The first account becomes the administrator.' : ''
  process.stdout.write(`Flockwork is ready at ${address}.${first}\n`)
  if (isReachableWithoutName(config)) {
    process.stdout.write('People can reach it by IP address. To be reached by a name it needs PUBLIC_URL.\n')
  }
  if (isNew && needsSetupCode(config)) {
    // only on the terminal: the code must never appear in a log file
    process.stdout.write(`Setup code for the first account: ${await createSetupCode(services.db)}\n`)
  }
}

function onSignal(logger: Logger, stopAll: () => Promise<void>): void {
  let isStopping = false
  const stop = (signal: string) => {
    if (isStopping) return
    isStopping = true
    logger.debug({ signal }, 'stopping')
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    stopAll().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'the stop failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', () => stop('SIGINT'))
  process.on('SIGTERM', () => stop('SIGTERM'))
}
