/** The metrics of /metrics. One registry per server, so that tests can run several. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

export interface Metrics {
  readonly registry: Registry
  readonly requests: Counter<'method' | 'status'>
  readonly posts: Counter
  readonly batchSize: Histogram
  readonly streams: Gauge
  readonly deliveries: Counter
  readonly streamsCut: Counter
  readonly waits: Gauge
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  return {
    registry,
    requests: new Counter({
      name: 'flockwork_http_requests_total',
      help: 'Requests answered',
      labelNames: ['method', 'status'],
      registers,
    }),
    posts: new Counter({ name: 'flockwork_posts_total', help: 'Messages stored', registers }),
    batchSize: new Histogram({
      name: 'flockwork_post_batch_size',
      help: 'Messages stored in one flush',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
      registers,
    }),
    streams: new Gauge({ name: 'flockwork_streams', help: 'Open event streams', registers }),
    deliveries: new Counter({
      name: 'flockwork_stream_events_total',
      help: 'Events written to streams',
      registers,
    }),
    streamsCut: new Counter({
      name: 'flockwork_streams_cut_total',
      help: 'Streams cut off because their reader could not keep up',
      registers,
    }),
    waits: new Gauge({ name: 'flockwork_waits', help: 'Agents waiting over MCP', registers }),
  }
}
