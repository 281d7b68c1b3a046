// One rack: from a photo or put together by hand; the outlines and the list stay in step.
import { h, t, busy } from "./dom.js";
import { read } from "./api.js";
import { Editor } from "./editor.js";
import { Model } from "./model.js";
import { Overlay } from "./overlay.js";
import { show, shrink } from "./photo.js";
import { Proposals } from "./proposals.js";

export class Rack extends EventTarget {
  constructor() {
    super();
    this.picture = h("div", {});
    this.list = h("div", {});
    this.clear();
  }

  clear() {
    this.model = null;
    this.overlay = null;
    this.photo = null; // the server's number of the photo
    this.picture.replaceChildren();
    this.list.replaceChildren();
  }

  /** Read a picture. Throws a `Failure` with a sentence for the player. */
  async read(file) {
    this.clear();
    this.list.append(busy(t("photo.preparing")));
    try {
      const blob = await shrink(file);
      this.list.replaceChildren(busy(t("photo.reading")));
      const [doc, image] = await Promise.all([read(blob), show(blob, t("photo.yours")).catch(() => null)]);
      this.open(doc, image);
      return doc;
    } catch (failure) {
      this.clear();
      throw failure;
    }
  }

  /** Show a `read` document; `image` is the photo, loaded, or null. */
  open(doc, image) {
    this.photo = doc.photo ?? null;
    this.#use(Model.read(doc), image);
  }

  /** An empty rack to fill by hand, or a given hand. */
  blank(model = Model.hand({ concealed_tiles: [], declared: [] })) {
    this.photo = null;
    this.#use(model, null);
  }

  #use(model, image) {
    this.model = model;
    this.editor = new Editor(model, image);
    const proposals = new Proposals(model, {
      image, light: (ids) => this.light(ids), onward: (id) => this.editor.next(id),
    });
    this.list.replaceChildren(proposals.box, this.editor.box);
    this.overlay = image && new Overlay(image, (id) => this.editor.open(id));
    this.picture.replaceChildren(...(image ? [this.overlay.box, legend()] : []));
    const draw = () => this.overlay?.model(model);
    draw();
    model.addEventListener("change", () => {
      draw();
      this.dispatchEvent(new Event("change"));
    });
    this.dispatchEvent(new Event("change"));
  }

  light(ids) {
    this.overlay?.light(ids);
    this.editor?.light(ids);
  }

  /** What the server wants of a rack: the hand, and the reading behind it where there is one. */
  get entry() {
    const { model } = this;
    const entry = { hand: model.hand(), flowers: model.flowers };
    if (this.photo !== null) {
      Object.assign(entry, { reading: model.document(), photo: this.photo });
    }
    return entry;
  }
}

function legend() {
  return h("div", { class: "legend", aria: { hidden: "true" } },
    ["concealed", "exposed", "bonus", "doubt"].map((kind) =>
      h("span", {}, h("i", { class: `l-${kind}` }), t(`legend.${kind}`))));
}
