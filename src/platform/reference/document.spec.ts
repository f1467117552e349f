import { Body, Controller, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ApiProperty } from '@nestjs/swagger';
import { Text } from '#libs/validation';
import { AnyVisitor } from '#platform/access';
import { createApiDocument } from './api-document';
import { Chapter, Operation } from './operation.decorator';

class Name {
  @Text() name?: string | null;
}

class Renamed {
  @ApiProperty({ type: Name }) renamed!: Name;
}

@Controller('names')
@Chapter('Names', 'Names.')
class Names {
  @Post()
  @Operation({ id: 'rename', summary: 'Renames', answer: { result: Renamed } })
  @AnyVisitor()
  rename(@Body() body: Name): object {
    return { result: { renamed: body } };
  }
}

it('a class cannot be in a body and in an answer', async () => {
  const module = { module: class {}, controllers: [Names] };
  const app = await NestFactory.create(module, new FastifyAdapter(), { preview: true, logger: false });
  expect(() => createApiDocument(app)).toThrow('in bodies and in answers: Name');
});
