export { type Order as ShopOrder, orderAt } from 'payment-gateway-core/books';
export type { DisruptionKind } from './disruptions.js';
export { exploreShop, type OnProgress } from './explore-shop.js';
export { EXPLORE_OPTIONS, type ExploreOptions } from './options.js';
export {
  type ExploredPlan,
  ExploreFailure,
  type ExploreFailureCase,
  type ExploreResult,
  printReport,
  type ReplayedPlan,
} from './report.js';
export type { ExploreGateway, ExploreShop, FlowStart, OpenGateway, ProgramShop } from './shop.js';
export { DIED, deathSignal } from './shop-parts.js';
export type { Step } from './timeline.js';
export type { Books } from './verdict.js';
