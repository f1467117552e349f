// Bare Fastify with a constant answer: the maximum of the load generator, and of every row.
import Fastify from 'fastify';

const fastify = Fastify();
fastify.get('/', async (_request, reply) =>
  reply.header('content-type', 'application/json; charset=utf-8').send('{"status":"ok"}'),
);
process.on('SIGTERM', () => process.exit(0));
await fastify.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
