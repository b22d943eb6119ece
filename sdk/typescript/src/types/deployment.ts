import type { Schemas } from './shared.js';

/** How the whole deployment stands. */
export type DeploymentStanding = Schemas['Deployment'];

/** Something that a node needs. */
export type DeploymentCheck = Schemas['DeploymentCheck'];

/** A process that serves the database. */
export type DeploymentNode = Schemas['DeploymentNode'];

/** How many jobs of a kind there are. */
export type DeploymentQueue = Schemas['DeploymentQueue'];

/** Something that follows the event logs. */
export type DeploymentReader = Schemas['DeploymentReader'];

/** How the deliveries to webhook endpoints stand. */
export type DeploymentDeliveries = Schemas['DeploymentDeliveries'];

/** What the database takes up. */
export type DeploymentStorage = Schemas['DeploymentStorage'];

/** What a table takes up. */
export type DeploymentTable = Schemas['DeploymentTable'];
