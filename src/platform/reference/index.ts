export {
  ANSWERS,
  Answers,
  type AnswersByStatus,
  type Answered,
  type FileAnswer,
  isFile,
  shapeIn,
} from './answers.decorator';
export { createApiDocument } from './api-document';
export { JSON_VALUE } from './components';
export { createDocument, type Found, type Kind, pathParameters } from './document';
export { bodyOf, type Described, type Method } from './handlers';
export { Chapter, type Message, Operation } from './operation.decorator';
export { ReferenceModule } from './reference.controller';
export * from './shapes';
export * from './formats';
