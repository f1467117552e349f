// Sends traces of the service to an OpenTelemetry collector; see docs/operations/monitoring.md#traces.
import { SpanStatusCode, trace } from '@opentelemetry/api';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { subscribe } from 'node:diagnostics_channel';

// Fastify reports each server that it creates. Adds what the service knows about a request to the span of the request.
subscribe('fastify.initialization', ({ fastify }) => {
  const spans = new WeakMap();
  fastify.addHook('onRequest', (request, _reply, done) => {
    const span = trace.getActiveSpan();
    if (span) {
      const route = request.routeOptions.url ?? 'unknown';
      spans.set(request, span);
      span.updateName(`${request.method} ${route}`);
      // The id is also in the log (`reqId`) and in the answer (`X-Request-Id`).
      span.setAttributes({ 'fanclub.request_id': request.id, 'http.route': route });
    }
    done();
  });
  fastify.addHook('onSend', (request, _reply, payload, done) => {
    // The status of an answer shows no failures, because it is always 200.
    const outcome = request.outcome ?? 'ok';
    const span = spans.get(request);
    span?.setAttribute('fanclub.outcome', outcome);
    if (outcome === 'fault') span?.setStatus({ code: SpanStatusCode.ERROR });
    done(null, payload);
  });
});

new NodeSDK({
  instrumentations: [
    new HttpInstrumentation({
      // The query of a request contains keys, tokens and e-mail addresses.
      startIncomingSpanHook: () => ({ 'url.query': '' }),
      ignoreIncomingRequestHook: ({ url }) => ['/healthz', '/readyz', '/metrics'].includes(url),
    }),
    // Without statements that belong to no request: the heartbeat of the listening connection, the polling of the worker.
    new PgInstrumentation({ requireParentSpan: true }),
  ],
}).start();
