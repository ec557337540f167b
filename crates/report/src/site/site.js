// Hides rows, sorts them, and draws what was ticked. Texts from outside are only ever set as text.
(() => {
  const table = document.getElementById("runs");
  const form = document.getElementById("filters");
  if (table !== null) {
    const body = table.tBodies[0];
    const rows = [...body.rows];
    const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
    const heads = [...table.tHead.rows[0].cells];
    const valueOf = (row, at, isNumber) => {
      const cell = row.cells[at];
      if (!isNumber) return cell.textContent.trim().toLowerCase();
      const value = Number(cell.dataset.v);
      return cell.dataset.v === "" || Number.isNaN(value) ? null : value;
    };
    const sortBy = (head) => {
      const at = heads.indexOf(head);
      const isNumber = head.dataset.sort === "number";
      // Fast and large first, names from A.
      const was = head.getAttribute("aria-sort");
      const isUp = was === null ? !isNumber : was === "descending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", isUp ? "ascending" : "descending");
      const sign = isUp ? 1 : -1;
      const order = rows.map((row) => [row, valueOf(row, at, isNumber)]);
      order.sort(([, one], [, other]) => {
        // What was not measured comes last, whichever way.
        if (one === null || other === null) return Number(one === null) - Number(other === null);
        return one < other ? -sign : one > other ? sign : 0;
      });
      body.append(...order.map(([row]) => row));
    };
    for (const head of heads) {
      if (head.dataset.sort === undefined) continue;
      head.tabIndex = 0;
      head.addEventListener("click", () => sortBy(head));
      head.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        sortBy(head);
      });
    }
    if (form !== null) {
      form.hidden = false;
      const field = (name) => form.elements.namedItem(name)?.value ?? "";
      const apply = () => {
        const words = field("q").toLowerCase().split(/\s+/).filter((word) => word !== "");
        const isSame = (row, name) => field(name) === "" || row.dataset[name] === field(name);
        let shown = 0;
        for (const row of rows) {
          const day = row.dataset.day;
          const isIn = (field("from") === "" || (day !== "" && day >= field("from"))) && (field("until") === "" || (day !== "" && day <= field("until")));
          const has = words.every((word) => texts.get(row).includes(word));
          row.hidden = !(isIn && has && ["kind", "capacity", "method", "verdict"].every((name) => isSame(row, name)));
          if (!row.hidden) shown += 1;
        }
        document.getElementById("none").hidden = shown > 0;
      };
      form.addEventListener("input", apply);
      form.addEventListener("submit", (event) => event.preventDefault());
      const button = document.getElementById("compare-button");
      const ticked = () => rows.flatMap((row) => [...row.querySelectorAll("input:checked")]).map((input) => input.value);
      const onTick = () => {
        button.disabled = ticked().length < 2;
      };
      table.addEventListener("change", onTick);
      button.addEventListener("click", () => {
        location.href = `compare.html#${ticked().map(encodeURIComponent).join(",")}`;
      });
      apply();
      onTick();
    }
  }

  const place = document.getElementById("compare");
  if (place === null) return;
  addEventListener("hashchange", () => location.reload());
  const data = JSON.parse(document.getElementById("site-data").textContent);
  const ids = location.hash.slice(1).split(",").map((id) => {
    try {
      return decodeURIComponent(id);
    } catch {
      return id;
    }
  });
  const chosen = ids.map((id) => data.runs.find((run) => run.id === id)).filter((run) => run !== undefined).slice(0, 12);
  if (chosen.length === 0) return;
  document.getElementById("hint").hidden = true;
  const make = (name, text, parent) => {
    const element = document.createElement(name);
    element.textContent = text;
    parent.append(element);
    return element;
  };
  const nameOf = (run) => (chosen.filter((other) => other.drive === run.drive).length > 1 ? `${run.drive} (${run.id})` : run.drive);
  const wide = make("div", "", place);
  wide.className = "wide";
  const list = make("table", "", wide);
  list.id = "runs";
  const head = make("tr", "", make("thead", "", list));
  make("th", data.words.run, head);
  for (const run of chosen) {
    const link = make("a", nameOf(run), make("th", "", head));
    link.href = run.page;
  }
  const body = make("tbody", "", list);
  const line = (heading, values, className) => {
    const row = make("tr", "", body);
    make("th", heading, row).scope = "row";
    for (const value of values) make("td", value, row).className = className;
  };
  line(data.words.method, chosen.map((run) => run.method), "");
  line(data.words.date, chosen.map((run) => run.day || data.words.nothing), "day");
  data.columns.forEach((column, at) => {
    if (chosen.every((run) => run.values[at] === null)) return;
    line(data.headings[at], chosen.map((run) => run.shown[at]), "n");
    const rows = chosen.map((run, slot) => ({ label: nameOf(run), slot, value: run.values[at], runs: [] }));
    const spec = {
      title: column.label,
      subtitle: "",
      description: column.label,
      nothing: data.words.nothing,
      body: { kind: "bars", value: { label: column.label, unit: column.unit, scale: "linear" }, rows },
    };
    const figure = make("figure", "", place);
    make("h3", column.label, make("figcaption", "", figure));
    const chart = make("div", "", figure);
    chart.className = "chart";
    chart.dataset.chart = `compare-${at}`;
    // No script: what is in one would be done as soon as it stands in the page.
    const source = make("div", JSON.stringify(spec), place);
    source.hidden = true;
    source.id = `compare-${at}`;
  });
})();
