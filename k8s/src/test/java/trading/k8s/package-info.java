/** The manifests of this folder, read as typed models and held against the services that they start. */
@NullMarked
package trading.k8s;

import org.jspecify.annotations.NullMarked;
